class Table {
    static Table parse(Bytes data) throws Broken {
        return PARSER.parseFrom(data);
    }

    static Table parse(InputStream data) throws Broken {
        return PARSER.parseFrom(data);
    }
}
