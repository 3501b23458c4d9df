<?php

namespace Shop\Support;

trait Timestamps
{
    public function touch(bool $quietly = false): void
    {
        $this->updated = time();
    }
}
