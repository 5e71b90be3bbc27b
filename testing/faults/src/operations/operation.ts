import type { Failpoint } from '../failpoints/failpoint';
import type { Finding } from '../oracles/finding';
import type { Random } from '@chat/test-kit/random';
import type { MessageLedgers } from '../world/message-ledgers';
import type { World } from '../world/world';

/**
 * An operation that customers perform continuously while faults are injected. A feature adds one, with its oracle and
 * its failpoints.
 */
export interface Operation {
  readonly name: string;
  /** The interval in milliseconds at which attempts start, while fewer than `atOnce` are in progress. */
  readonly everyMs: number;
  readonly atOnce: number;
  /**
   * Whether the last release does not know it, so that an upgrade from there leaves it out; or refuses it, so that an
   * upgrade has it succeed in the end.
   */
  readonly isNew?: true | 'refused';
  /** Whether only an upgrade from the last release, or back to it, can show something. */
  readonly isOfUpgrades?: true;
  /** The failpoints of the processes involved. */
  readonly failpoints: readonly Failpoint[];
  open(world: World, random: Random): Load;
}

/** A running operation with its ledger. */
export interface Load {
  /** Makes one attempt. @returns whether its result is the regular one. Never throws. */
  attempt(): Promise<boolean>;
  /** Resolves when no work of earlier attempts is in progress; absent if attempts leave none. */
  rest?(): Promise<void>;
  /** Returns what is worth saying of the attempts since it was asked last; absent if nothing ever is. */
  tell?(): string | null;
  /** Compares the ledgers of everything done so far; nothing is in progress then. */
  audit(ledgers: MessageLedgers): Promise<Finding[]>;
}
