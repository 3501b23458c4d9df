class Agent:
    def _cb_ready(self, response, request):
        if not response.length:
            return response, None
        reader = Reader(response, request, self.limit)
        response.deliver(reader)
        return reader.finished
