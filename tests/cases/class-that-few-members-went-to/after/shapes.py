# moved
