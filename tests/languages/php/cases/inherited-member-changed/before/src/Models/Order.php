<?php

namespace Shop\Models;

use Shop\Support\Timestamps;

class Order extends Model
{
    use Timestamps;

    public string $number = '';
}
