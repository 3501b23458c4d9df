def render(rows, title):
    lines = [title, "=" * len(title)]
    for row in rows:
        cells = [str(cell).ljust(12) for cell in row]
        lines.append(" | ".join(cells))
    lines.append("")
    return "\n".join(lines)
