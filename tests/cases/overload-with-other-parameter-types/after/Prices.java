class Prices {
    Price find(long number) {
        return rows.stream().filter(row -> row.number() == number).findFirst().orElseThrow();
    }

    Price find(CharSequence name) {
        return rows.stream().filter(row -> row.name().equals(name)).findFirst().orElseThrow();
    }

    static BigDecimal round(BigDecimal price) {
        return price.setScale(2, RoundingMode.HALF_EVEN);
    }
}
