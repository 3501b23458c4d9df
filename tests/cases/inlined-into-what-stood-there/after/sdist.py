class Source:
    def prepare(self, finder):
        self.environment = Environment()
        self.environment.install(finder, self.pyproject, "overlay", "backend")
        self.install_requirements(finder)
        return self.metadata()

    def install_requirements(self, finder):
        requirements = self.backend.get_requires(finder, self.config)
        conflicting, missing = self.environment.check(requirements)
        if conflicting:
            self.fail("PEP 517", conflicting)
        self.environment.install(finder, missing, "normal", "build")
