class RequestFactoryParser:
    method = None

    def parse(self, annotations):
        for annotation in annotations:
            handler = self.handlers.get(type(annotation))
            if handler is None:
                raise ValueError(f"unknown annotation {annotation!r}")
            handler(annotation, self.parameters, self.headers)
        return self.parameters, self.headers, self.body
