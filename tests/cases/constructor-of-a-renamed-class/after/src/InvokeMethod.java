class InvokeMethod extends Link {
    private final Method method;

    InvokeMethod(Method method) {
        this.method = method;
    }

    void run(Object target) {
        for (Object argument : arguments(target)) {
            method.invoke(target, argument, method.getName());
        }
    }
}
