<?php

namespace Shop\Models;

abstract class Model
{
    public function save(): bool
    {
        return $this->connection()->write($this->table(), $this->values());
    }

    protected function table(): string
    {
        return strtolower(static::class) . 's';
    }
}
