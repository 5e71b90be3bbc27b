import type { Random } from '../random.rules';
import type { Arena, RoundResult } from '../run/round';
import type { Front, World } from '../world/world';

/** One way to hurt an installation, as data of the suite. */
export interface FaultRow {
  readonly name: string;
  /** What it does, in one line. */
  readonly about: string;
  /** How often. */
  readonly rounds: { readonly quick: number; readonly full: number };
  /** Where it hurts; in an installation without an ingress if absent. */
  readonly front?: Front;
  /** Whether every process runs the last release at first; it gets an installation of its own. */
  readonly fromLastRelease?: boolean;
  /** Whether no request may fail meanwhile. */
  readonly isSeamless?: boolean;
  /** A round that ends the installation, in place of one that heals it: it gets an installation of its own. */
  readonly last?: (arena: Arena, seed: number) => Promise<RoundResult>;
  /** Whether its rounds count among the kill rounds. */
  readonly isKill?: boolean;
  /** Why it cannot be done here; null when it can. */
  readonly obstacle?: (world: World) => string | null;
  /** Chooses what happens in one round. @param turn counts the rounds of this row, from 0. */
  readonly choose: (turn: number, random: Random, world: World) => Injury;
}

/** What happens in one round. */
export interface Injury {
  /** As the report shows it. */
  readonly name: string;
  /** Hurts, and resolves when it is time to heal. Faults of links, clocks and disks, and stops, end by themselves then. */
  readonly inflict: (world: World) => Promise<void>;
}
