def traverse(node, depth=0):
    yield node, depth
    for child in node.children:
        yield from traverse(child, depth + 1)
