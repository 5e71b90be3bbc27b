import type { World } from './world/world';

/** One request or short exchange that attempts an attack, with a check of the result. */
export interface Attack {
  /** What is attempted, such as `POST /v1/contacts firstname = NUL`. */
  readonly name: string;
  /** Whether it checks the effects of the others in its group, and therefore runs after them. */
  readonly isLast?: true;
  /** @returns the problems found; empty when the product resisted. */
  readonly run: () => Promise<readonly string[]>;
}

/**
 * Attacks of one kind. A group derives its attacks from the contracts, so new operations are attacked automatically.
 */
export interface AttackGroup {
  readonly name: string;
  /** What it attempts, in one line. */
  readonly about: string;
  /** How many of its attacks run concurrently; 16 by default. */
  readonly atOnce?: number;
  /**
   * Whether it mostly waits for time limits of the product, and keeps nothing busy that others wait for, such as the
   * callbacks of the provider. Neighbours in the list of groups that all do so run at the same time.
   */
  readonly canShare?: true;
  readonly attacks: (world: World) => Promise<Attack[]> | Attack[];
}
