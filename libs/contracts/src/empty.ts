/** An answer or a fact that carries nothing but that it happened. */
export class Empty {}
