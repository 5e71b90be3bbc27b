import { setTimeout as delay } from 'node:timers/promises';
import { type FaultRow, type Front, say, type World } from '@chat/faults';

/** An incident or a piece of maintenance, with what an operator does about it, under the load of customers. */
export interface Drill {
  readonly name: string;
  /** What happens and what the operator does, in one line. */
  readonly about: string;
  readonly front?: Front;
  /** Whether no call may fail. */
  readonly isSeamless?: boolean;
  readonly run: (site: Site) => Promise<void>;
}

export interface Site {
  readonly world: World;
  /** Whether waits are short, and maintenance covers one service only. */
  readonly isQuick: boolean;
  /** Announces what is done next. */
  readonly step: (what: string) => void;
  /** Waits for the duration of the full or of the quick form. */
  readonly rest: (seconds: { readonly full: number; readonly quick: number }) => Promise<void>;
}

/** A drill as a row of the fault tests, which have the load, the ledgers and the rules. */
export function toRow({ name, about, front, isSeamless, run }: Drill, isQuick: boolean): FaultRow {
  return {
    name,
    about,
    rounds: { quick: 1, full: 1 },
    ...(front && { front }),
    ...(isSeamless !== undefined && { isSeamless }),
    choose: () => ({
      name: about,
      inflict: (world) => {
        const step = (what: string) => say(`  ${name}: ${what}`);
        const rest: Site['rest'] = ({ full, quick }) => delay((isQuick ? quick : full) * 1_000);
        return run({ world, isQuick, step, rest });
      },
    }),
  };
}

/** Restarts the replicas of a service one by one, each with a changed environment. */
export async function restartInTurn(
  world: World,
  service: string,
  change: (env: NodeJS.ProcessEnv) => NodeJS.ProcessEnv,
): Promise<void> {
  const { stack } = world;
  for (const name of world.membersOf(service)) {
    stack.reconfigure(name, change);
    await stack.stopOne(name);
    await stack.start(name);
  }
}
