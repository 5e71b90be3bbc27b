import type { Random } from '@chat/test-kit/random';
import type { Arena, RoundResult } from './round';
import type { Front, World } from '../world/world';

/** One kind of fault. */
export interface FaultRow {
  readonly name: string;
  /** What it does, in one line. */
  readonly about: string;
  /** Number of rounds. */
  readonly rounds: { readonly quick: number; readonly full: number };
  /** The installation that it needs; by default the one without an ingress. */
  readonly front?: Front;
  /** Whether every process runs the last release at first; it then gets its own installation. */
  readonly fromLastRelease?: boolean;
  /** Whether every process runs it again in the end. */
  readonly endsWithLastRelease?: boolean;
  /** Whether no request may fail. */
  readonly isSeamless?: boolean;
  /** A round that destroys the installation instead of healing it; it gets its own installation. */
  readonly last?: (arena: Arena, seed: number) => Promise<RoundResult>;
  /** Whether its rounds count as kills. */
  readonly isKill?: boolean;
  /** Why it is not possible here; null when it is. */
  readonly obstacle?: (world: World) => string | null;
  /** Chooses the fault of one round. @param turn counts the rounds of this row, from 0. */
  readonly choose: (turn: number, random: Random, world: World) => Injury;
}

/** The fault of one round. */
export interface Injury {
  /** Its name in the report. */
  readonly name: string;
  /**
   * Injects the fault, and resolves when it is time to heal, which ends faults of links, clocks and disks, and pauses.
   */
  readonly inflict: (world: World) => Promise<void>;
}
