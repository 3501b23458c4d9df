class WithTimeout extends Link {
    private final Link next;
    private final long limit;

    WithTimeout(Link next, long limit) {
        this.next = next;
        this.limit = limit;
    }

    void run(Object target) {
        ExecutorService service = Executors.newSingleThreadExecutor();
        Future<Object> result = service.submit(() -> next.run(target));
        service.shutdown();
        result.get(limit, TimeUnit.MILLISECONDS);
    }
}
