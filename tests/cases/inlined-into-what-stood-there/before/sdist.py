class Source:
    def prepare(self, finder):
        self.setup_isolation(finder)
        return self.metadata()

    def setup_isolation(self, finder):
        self.environment = Environment()
        self.environment.install(finder, self.pyproject, "overlay", "backend")
        conflicting, missing = self.environment.check(self.requirements)
        if conflicting:
            self.fail("PEP 517", conflicting)
        if missing:
            log.warning("missing %s", missing)

    def install_requirements(self, finder, requirements, kind):
        self.environment.install(finder, requirements, "normal", kind)
