<?php

namespace Shop\Models;

abstract class Model
{
    public function save(): bool
    {
        return $this->connection()->upsert($this->table(), $this->values());
    }

    protected function table(): string
    {
        return strtolower(static::class) . 's';
    }
}
