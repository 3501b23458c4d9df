def round_half_up(number, digits):
    scale = 10**digits
    return math.floor(number * scale + 0.5) / scale


def clamp(number, low, high):
    return max(low, min(number, high))
