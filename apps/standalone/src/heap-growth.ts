/**
 * Collects the old generation of the heap when it reaches two and a half times the size of its live objects. By
 * default, V8 lets it reach four times that size on a machine with 8 GiB or more (ADR 46).
 */
export const HEAP_GROWTH = '--heap-growing-percent=150';
