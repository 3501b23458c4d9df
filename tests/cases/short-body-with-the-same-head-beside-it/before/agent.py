class Agent:
    def _downloaded(self, response, request):
        reader = Reader(response, request, self.limit)
        response.deliver(reader)
        reader.started = time()
        return reader.finished
