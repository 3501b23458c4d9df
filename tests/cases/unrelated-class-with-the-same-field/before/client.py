class Client:
    def __init__(self, host):
        self.retries = None
        self.connection = connect(host, timeout=30, keep_alive=True)

    def fetch(self, path):
        return self.connection.request("GET", path).read().decode("utf-8")
