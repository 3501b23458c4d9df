def send(recipient: str, subject: str, body: str, retries: int = 3) -> bool:
    message = compose(recipient, subject, body)
    for attempt in range(retries):
        if transport.deliver(message):
            return True
    return False
