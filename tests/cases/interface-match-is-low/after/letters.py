def send(recipient: str, subject: str, body: str, retries: int = 3) -> bool:
    queue.push({"to": recipient, "what": (subject, body)}, limit=retries)
    log.info("queued")
    return queue.is_open
