module Shop
  module Timestamps
    def touch
      @updated = Time.now
    end
  end
end
