def banner(user, day):
    greeting = "Hello"
    name = user.display_name.title()
    return f"{greeting}, {name}! Today is {day:%A}."
