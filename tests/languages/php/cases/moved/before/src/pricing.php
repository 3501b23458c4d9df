<?php

namespace Shop\Pricing;

/** What a customer pays. */
function total(array $lines, float $rate = 0.19): float
{
    $net = 0.0;
    foreach ($lines as $line) {
        $net += $line['price'] * $line['count'];
    }
    return round($net * (1 + $rate), 2);
}

function label(string $text): string
{
    return ucfirst(trim($text));
}
