def format_tag(tag, file):
    return str(file)
