class Failure {
    static Failure network(Response response, IOException cause) {
        return new Failure(response.reason(), response.url(), response.body(), response.type(), Kind.HTTP, cause);
    }

    static Failure unreachable(String url, IOException cause) {
        return new Failure(cause.getMessage(), url, null, null, Kind.NETWORK, cause);
    }
}
