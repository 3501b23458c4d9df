<?php

namespace Shop\Support;

trait Timestamps
{
    public function touch(): void
    {
        $this->updated = time();
    }
}
