require("json")
module Shop; LIMIT = (100)
NAMES = [
  'a',
  "b", 'it\'s',
]
  QUERY = <<~SQL
    SELECT *
      FROM orders
    WHERE id = #{id}
    SQL
  RAW = <<-'EOT'
    keep
EOT
class Cart < Model
  include(Comparable,
          Events)
  attr_accessor(:lines, :note)
  Point = Struct.new :x, :y do
    def sum() x + y end
  end
  def initialize(lines = [],
                 rate: 0.1,
                 **rest,
                 &block)
    (@lines, @rate = lines, rate); @rest = rest
  end
  def self.find id; new(id); end
  def total(scale =
      1)
    sum = 0;
    lines.each { |line|
      next if (line.nil?)
      sum += line.price * line.count
    }
    puts('total: ' "#{sum}", "done");
    if sum > LIMIT
      warn('big')
    else
      log("small")
    end
    unless sum.zero? then notify sum, :big => true, unit: 'EUR' end
    return sum * scale -
      (1 - @rate)
  end
  def convert x, y
    case x
    when Integer,
         Float
      x
    when nil then 0
    else raise(ArgumentError, 'no number')
    end
    while (x > 0)
      x -= 1
    end
    begin; risky x
    rescue IOError, EOFError => e then retry if e.again?
    ensure; close()
    end
    a, (b, *c) = y
    h = {a: 1, "b" => [1,
      2, 3,], 'c': %w(x
      y),
    }
    f = ->(v) do v + 1 end
    g = lambda do |v, w| v if w end
    yield(a, b)
    "long string #{h[:a]}"
  end
  private
  def secret?
    @secret
  end
end
end
def helper text, *words
  (words.map do |word|
    (text + word)
  end).select { |word| word.size > 2 }
end
