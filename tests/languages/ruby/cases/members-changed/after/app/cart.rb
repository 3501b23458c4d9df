class Cart
  LIMIT = 250

  attr_accessor :lines

  def initialize(lines = [], clock: Time)
    @lines = lines
    @clock = clock || Time
  end

  def add(sku, count:)
    @lines << [sku, clamp(count), @clock.now]
  end

  def clear
    @lines.clear
  end

  private

  def clamp(count)
    count.clamp(0, LIMIT)
  end
end
