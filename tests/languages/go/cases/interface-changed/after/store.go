package store

type Entry struct {
	Key  string `json:"id"`
	Size int64
}

type Store interface {
	Get(ctx context.Context, key string) (*Entry, error)
	Put(name string, bytes []byte) (err error)
}

type mem struct{ entries map[string]*Entry }

func (m *mem) Len() int { return len(m.entries) }
