class Prices {
    Price find(int number) {
        return rows.stream().filter(row -> row.number() == number).findFirst().orElseThrow();
    }

    Price find(String name) {
        return rows.stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
    }

    static double round(double price) {
        return Math.rint(price * 100) / 100;
    }
}
