import type { World } from './world/world';

/** One request, or one short exchange, that tries to hurt, and what must come of it. */
export interface Attack {
  /** What is tried, as in `POST /v1/contacts firstname = NUL`. */
  readonly name: string;
  /** Whether it looks at what the others of its group left, and runs when they are over. */
  readonly isLast?: true;
  /** @returns what is wrong with what came of it; nothing when the product held. */
  readonly run: () => Promise<readonly string[]>;
}

/** Attacks of one kind. A group makes its attacks from the contracts, so that a new operation adds to them. */
export interface AttackGroup {
  readonly name: string;
  /** What it tries, in one line. */
  readonly about: string;
  /** How many of its attacks run at once; 16 by default. */
  readonly atOnce?: number;
  readonly attacks: (world: World) => Promise<Attack[]> | Attack[];
}
