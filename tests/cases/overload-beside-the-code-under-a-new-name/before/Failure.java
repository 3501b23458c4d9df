class Failure {
    static Failure network(String url, IOException cause) {
        return new Failure(cause.getMessage(), url, null, null, Kind.NETWORK, cause);
    }
}
