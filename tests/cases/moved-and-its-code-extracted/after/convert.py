def convert_if_possible(value: Value, kind: Kind) -> Converted:
    if kind.is_text():
        return Converted(value.text(), True, kind)
    if kind.is_number():
        return convert_number_if_possible(value, kind)
    return Converted(value, False, kind)


def convert_number_if_possible(value: Value, kind: Kind) -> Converted:
    if value.is_valid():
        if kind.is_integer() and not value.overflows(kind):
            return Converted(int(value), True, kind)
        if kind.is_unsigned() and value.number() >= 0:
            return Converted(round(value), True, kind)
    return Converted(value, False, kind)
