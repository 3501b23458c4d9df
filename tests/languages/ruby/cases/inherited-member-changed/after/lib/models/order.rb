require_relative "model"
require_relative "../support/timestamps"

module Shop
  class Order < Model
    include Timestamps

    def number
      @number
    end
  end
end
