pub struct Stdout {
    wtr: Writer,
}

impl Stdout {
    pub fn reset(&mut self, spec: &Spec) -> io::Result<()> {
        try!(self.wtr.clear());
        try! { self.wtr.apply(spec.colors()) };
        self.wtr.flush()
    }
}
