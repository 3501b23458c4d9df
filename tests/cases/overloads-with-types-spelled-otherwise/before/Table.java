class Table {
    static Table parse(com.acme.Bytes data) throws Broken {
        return PARSER.parseFrom(data);
    }

    static Table parse(java.io.InputStream data) throws Broken {
        return PARSER.parseFrom(data);
    }
}
