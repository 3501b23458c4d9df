def render(rows, title, width=12):
    lines = [title, "-" * len(title)]
    for row in rows:
        cells = [str(cell).ljust(width) for cell in row]
        lines.append(" | ".join(cells))
    return "\n".join(lines)
