def search_distribution(req_name):
    packages = get_installed(local_only=False, skip=())
    return {p.key: p for p in packages}.get(canonical(req_name))
