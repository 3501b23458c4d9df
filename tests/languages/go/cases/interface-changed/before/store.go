package store

type Entry struct {
	Key  string `json:"key"`
	Size int
}

type Store interface {
	Get(key string) (*Entry, error)
	Put(key string, value []byte) error
}

type mem struct{ entries map[string]*Entry }

func (m mem) Len() int { return len(m.entries) }
