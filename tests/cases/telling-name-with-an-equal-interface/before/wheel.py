def format_tag(tag, file):
    return "-".join(tag)
