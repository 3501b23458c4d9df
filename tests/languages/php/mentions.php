<?php
namespace Shop\Cart;

use Shop\Tools\Limits;
use Shop\Models\{Order, Item as Thing};
use function Shop\helper;

require_once __DIR__ . '/lib/tools.php';
const LIMIT = 10;
$cache = Limits::initial();

#[Entity]
#[Table(name: NAMES)]
class Cart extends Base implements Priced, \Shop\Api\Named
{
    use Counting;

    private ?Money $total = null;
    public static int $count = LIMIT;

    public function __construct(private Buyer $owner, int $rate = self::RATE)
    {
        parent::__construct($owner);
        $this->total = $rate;
        self::$count++;
    }

    public function price(int $rate, Thing ...$extra): Money
    {
        global $cache;
        $cache = add($rate);
        foreach ($this->items as $key => $item) {
            $item->cost->value = $item?->price($rate);
            [$first, $second] = $item->pair();
        }
        $names = array_map(fn($x) => $x->name(LIMIT, $first), $extra);
        $made = new \Shop\Models\Order("$rate {$this->total->name}");
        try {
            return $made->money(by: $rate) ?? Color::Red;
        } catch (ShopError | Other $error) {
            throw new RuntimeException($error->code);
        }
    }
}

enum Color: string { case Red = Limits::RED; }

function make($x) { return helper($x) instanceof Cart; }

$cache = make($cache);
echo $cache->total;
