# frozen_string_literal: true

module Shop
  # What a customer pays.
  def self.total(lines, rate: 0.19)
    net = lines.sum { |line| line.price * line.count }
    warn "negative total" if net.negative?
    (net + net * rate).round(2)
  end

  def self.label text
    # Formatting and comments are no change.
    (text.strip().capitalize)
  end
end

QUERY = <<~SQL
  SELECT id, state FROM orders
SQL
