import type { Failpoint } from '../failpoints/failpoint';
import type { Finding } from '../oracles/finding';
import type { Random } from '../random.rules';
import type { MessageLedgers } from '../world/message-ledgers';
import type { World } from '../world/world';

/** What customers do all the time while the installation is hurt. A feature adds one, with its oracle and its failpoints. */
export interface Operation {
  readonly name: string;
  /** A piece of it begins every so many milliseconds, as long as fewer than `atOnce` are under way. */
  readonly everyMs: number;
  readonly atOnce: number;
  /** Where the processes that take part may be hurt. */
  readonly failpoints: readonly Failpoint[];
  open(world: World, random: Random): Load;
}

/** An operation at work, and its ledger. */
export interface Load {
  /** Does one piece. @returns whether it succeeded as it does while all is well. Whatever goes wrong, it does not throw. */
  attempt(): Promise<boolean>;
  /** Resolves when nothing is under way that an attempt left behind; none does if absent. */
  rest?(): Promise<void>;
  /** Joins the ledgers of everything that was done so far; nothing is under way then. */
  audit(ledgers: MessageLedgers): Promise<Finding[]>;
}
