# frozen_string_literal: true

module Shop
  # What a customer pays.
  def self.gross_total(lines, rate: 0.19)
    net = lines.sum { |line| line.price * line.count }
    warn "negative total" if net.negative?
    (net * (1 + rate)).round(2)
  end

  def self.label(text)
    text.strip.capitalize
  end
end
