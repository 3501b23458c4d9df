class Invoke extends Link {
    private final Method method;

    Invoke(Link link) {
        this.method = link.method();
    }

    void run(Object target) {
        for (Object argument : arguments(target)) {
            method.invoke(target, argument, method.getName());
        }
    }
}
