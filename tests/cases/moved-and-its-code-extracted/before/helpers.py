def convert_if_possible(value: Value, kind: Kind) -> Converted:
    if value.is_valid():
        if kind.is_integer() and not value.overflows(kind):
            return Converted(int(value), True, kind)
        if kind.is_unsigned() and value.number() >= 0:
            return Converted(abs(int(value)), True, kind)
    return Converted(value, False, kind)


def round_half_up(number, digits):
    scale = 10**digits
    return math.floor(number * scale + 0.5) / scale


def clamp(number, low, high):
    return max(low, min(number, high))
