<?php

namespace Shop;

class Cart
{
    public const LIMIT = 100;

    private array $lines = [];

    public function __construct(private Clock $clock, public readonly string $currency = 'EUR') {}

    public function add(string $sku, int $count = 1): void
    {
        $this->lines[$sku] = $this->clamp($count);
    }

    public function clear(): void
    {
        $this->lines = [];
    }

    private function clamp(int $count): int
    {
        return min($count, self::LIMIT);
    }
}
