pub struct Files;
