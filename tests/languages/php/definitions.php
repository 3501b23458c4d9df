<?php

declare(strict_types=1);

namespace Shop\Orders;

use Shop\Catalog\Product;
use Shop\Money\{Currency, Price as Amount};
use function Shop\Text\slug;
use const Shop\Limits\MAX_ITEMS;
use Countable;
use DateTimeImmutable as Moment;

const VERSION = '2.1', BUILD = 7;

/** How long a cart is kept, in seconds. */
define('CART_TTL', 3600);
\define("RETRIES", 3);

$table_prefix = 'shop_';
$handlers['late'] = 'no name of its own';

if (!defined('DEBUG')) {
    define('DEBUG', false);
}

/**
 * Joins words with dashes.
 */
#[Pure]
function &dashed(string $text, string ...$more): string
{
    static $calls = 0;
    $local = implode('-', [$text, ...$more]);
    return $local;
}

function total(iterable $items, ?callable $filter = null, int &$count = 0): int|float
{
    function inside_of_a_function() {}
    $closure = function ($item) {
        return new class {
            public $hidden;
            public function method() {}
        };
    };
    return array_sum(array_map(fn($item) => $item->price(), $items));
}

if (!function_exists('str_contains')) {
    function str_contains(string $haystack, string $needle): bool
    {
        return $needle === '' || strpos($haystack, $needle) !== false;
    }
}

interface HasTotal extends Countable, \JsonSerializable
{
    const CURRENCY = 'EUR';

    public function total(): Amount;

    public static function empty(): static;
}

trait Timestamps
{
    use Clock, Other\Zone;

    protected ?Moment $created = null;

    public function touch(): void
    {
        $this->created = new Moment();
    }

    abstract protected function now(): Moment;
}

/** An order. */
#[Entity(table: 'orders')]
abstract class Order extends \Shop\Model implements HasTotal, Contracts\Exportable
{
    use Timestamps;
    use Events, Other\Cached {
        Events::fire as protected fireEvent;
        Cached::get insteadof Events;
    }

    public const STATES = ['new', 'paid'];
    final protected const int LIMIT = 10, BATCH = 5;
    private const SECRET = 'x';

    var $legacy;
    public string $number = '', $reference;
    private array $items = [];
    public static int $count = 0;
    protected readonly ?Product $gift;

    #[Column]
    public string $label {
        get => strtoupper($this->number);
        set(string $value) {
            $this->number = $value;
        }
    }

    /** Makes an order. */
    public function __construct(
        private readonly int $id,
        /** Who pays. */
        protected Customer $customer,
        #[Sensitive] public ?string $note = null,
        int $plain = 0,
    ) {
        $this->dynamic = $plain;
    }

    abstract public function ship(): void;

    final public static function find(int $id): ?static
    {
        return static::$cache[$id] ?? null;
    }

    private function audit(): void {}

    function implicit()
    {
        return $this->implicit() + self::implicit();
    }

    public function __get($name) {}

    public function list(): array
    {
        return $this->items;
    }
}

final readonly class Line
{
    public function __construct(public Product $product) {}
}

enum State: string implements HasLabel
{
    use Describes;

    #[Description('Just made')]
    case Draft = 'draft';
    case Paid = 'paid';

    const DEFAULT = self::Draft;

    public function label(): string
    {
        return ucfirst($this->value);
    }
}

enum Direction
{
    case Up;
    case Down;
}

dashed('a', 'b');
Order::find(1)->ship();
?>
<p>Text is no definition.</p>
<?php function after_the_text() {} ?>
