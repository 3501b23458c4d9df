#pragma once

int shapes_count(void);
const char *shapes_name(int index);
