/**
 * The old generation of the heap may reach two and a half times the size of what lives in it before it is collected. Left to
 * itself, V8 lets it reach four times that size on a machine with 8 GiB or more (ADR 46).
 */
export const HEAP_GROWTH = '--heap-growing-percent=150';
