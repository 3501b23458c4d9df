# frozen_string_literal: true

module Shop
  def self.label(text)
    text.strip.capitalize
  end
end
