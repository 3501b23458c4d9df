class Cart
  LIMIT = 100

  attr_reader :lines

  def initialize(lines = [], clock: Time)
    @lines = lines
    @clock = clock
  end

  def add(sku, count: 1)
    @lines << [sku, clamp(count), @clock.now]
  end

  def clear
    @lines.clear
  end

  private

  def clamp(count)
    [count, LIMIT].min
  end
end
