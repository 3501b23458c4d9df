pub struct Color(u8, u8, u8);

impl Color {
    pub fn read(text: &str) -> Result<Color, Error> {
        let mut numbers = Vec::with_capacity(3);
        for part in text.split(',') {
            match part.trim().parse::<u8>() {
                Ok(number) => numbers.push(number),
                Err(_) => return Err(Error::new(text, part)),
            }
        }
        if numbers.len() != 3 {
            return Err(Error::count(text, numbers.len()));
        }
        Ok(Color(numbers[0], numbers[1], numbers[2]))
    }
}
