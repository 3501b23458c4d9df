package server

func serve(addr string) error {
	return listen(addr, auth.ParseToken)
}
