def walk(node, depth=0):
    yield node, depth
    for child in node.children:
        yield from walk(child, depth + 1)
