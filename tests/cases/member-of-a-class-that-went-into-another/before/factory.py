class RequestFactory:
    method = None

    def create(self, arguments):
        return Request(self.method, *arguments)
