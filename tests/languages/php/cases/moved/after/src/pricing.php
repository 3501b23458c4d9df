<?php

namespace Shop\Pricing;

function label(string $text): string
{
    return ucfirst(trim($text));
}
