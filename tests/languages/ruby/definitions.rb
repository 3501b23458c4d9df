# frozen_string_literal: true

require "json"
require_relative "model"
require_relative "../support/clock"

$debug = false
VERSION, BUILD = "2.1", 7
local = "known to this file's top alone"

# Everything about orders.
module Shop
  LIMIT = 100
  STATES = %w[open paid].freeze
  DEFAULTS ||= {}

  QUERY = <<~SQL
    SELECT * FROM orders
    WHERE state = 'open'
  SQL

  class Error < StandardError; end

  Missing = Class.new(Error)
  Failed = Class.new(Error) do
    def code
      500
    end
  end
  Helpers = Module.new do
    def help; end
  end

  # A point on the map.
  Point = Struct.new(:x, :y) do
    def distance = Math.hypot(x, y)
  end
  Size = Data.define(:width, :height)

  # An order.
  class Order < Model::Base
    include Comparable
    include Events, Support::Cached
    extend Forwardable

    class Line; end

    attr_reader :number, :lines
    attr_writer :note
    attr_accessor "label"

    @@count = 0
    @registry = {}

    # Makes an order.
    def initialize(number, lines = [], *rest, rate: 0.19, clock:, **options, &block)
      @number = number
      @lines = lines
      @clock, @options = clock, options
      @cache ||= {}
      self.label = "order"
      local = rest
      lines.each { |line| @hidden = line }
    end

    def self.find(id)
      new(id)
    end

    class << self
      attr_reader :registry

      def build(*) = new(*)

      private

      def reset; end
    end

    def number=(value)
      @number = value
    end

    def empty?
      lines.empty?
    end

    def save!; end

    def ==(other)
      number == other.number
    end

    def [](index) = lines[index]

    def []=(index, line)
      lines[index] = line
    end

    def <=>(other) = number <=> other.number

    def -@
      Refund.new(self)
    end

    def find; end

    alias size count
    alias_method :length, :size
    define_method(:total) { |rate = 1| lines.sum * rate }
    define_method("net", instance_method(:total))

    private def audit
      log(self)
    end

    memoize def expensive; end

    protected

    def secret; end

    private

    CODE = 7

    def hidden
      audit
    end

    def self.visible; end

    attr_reader :hidden_field

    public

    def visible_again; end
  end

  class Order
    def reopened; end
  end

  class Order::Item
    def price; end
  end

  module Stamped
    extend ActiveSupport::Concern

    class_methods do
      def stamps; end
    end

    def stamp
      Order.find(1).save!
    end
  end

  if RUBY_VERSION < "3"
    def self.old; end
  end
end

def top_level(text)
  def inside; end
  Later = 1
  helper = ->(x) { def no; end }
  puts text
end

describe Shop do
  def not_ours; end
  SPEC = 1
end
