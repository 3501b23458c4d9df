def welcome_text(user, day):
    greeting = "Welcome"
    name = user.display_name.title()
    return f"{greeting}, {name}! Today is {day:%A}."
