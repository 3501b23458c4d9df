class Environment:
    def search_distribution(self, name):
        for dist in self.iter_dists():
            if dist.canonical_name == name and not dist.editable:
                return dist
        return None


class Remote:
    def search_distribution(self, url):
        raise NotImplementedError(url)
