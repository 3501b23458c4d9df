require 'shop/tools'

LIMIT = Limits.initial
$cache = {}

module Shop
  class Cart < Models::Base
    include Counting
    attr_accessor :owner
    RATE = LIMIT * 2

    def initialize(owner, rate = LIMIT, *extra, by: RATE, &block)
      @owner = owner
      @total, rest = split(rate)
      super(owner)
      self.total = rest
    end

    def price(rate)
      sum = add(rate)
      @items.each do |item|
        item.cost.value = sum
        item.price(rate, named: sum)&.use
        $cache[item] = later
      end
      names = extra.map { |entry| entry.name + helper }
      case sum
      in Known(money) then money.value
      in [Models::Item, *others] then others
      end
      begin
        Models::Order.new("#{sum} #{@owner.name}")
      rescue ShopError, Other => error
        raise Failure, error.code
      end
      @@count += 1
      names
    end

    def self.make(x) = new(x)
  end
end

cart = Shop::Cart.make(LIMIT)
cart.owner = cart
