import { setTimeout as delay } from 'node:timers/promises';
import type { HttpAnswer } from '../http/exchange';
import type { RecordKind } from '../world/record-kind';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';

/** How many honest accounts there are beside an attack. */
export const HONEST = 10;
/** How often each of them does its work before, during and after it, unless it is long. */
const ROUNDS = 3;
/** How long an honest client waits for an answer. */
const PATIENCE_MS = 10_000;
/** A stalled attack is at its height when nothing has moved for so long. */
const QUIET_MS = 2_000;

/** Something that takes what others need, until it is ended. */
export interface Stall {
  /** How much of it the product has taken so far; it is at its height from the beginning if absent. */
  taken?(): number;
  /** @returns what was wrong with the answers to it. */
  end(): Promise<readonly string[]>;
}

/** What an honest account does. It succeeds. */
export type Work = (tenant: Tenant) => Promise<HttpAnswer>;

/** Opens accounts, each with a record of these kinds. */
export async function openTenants(
  world: World,
  name: string,
  count: number,
  kinds: readonly RecordKind[] = [],
): Promise<Tenant[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const tenant = await world.openTenant(`${name}${index}`);
      for (const kind of kinds) await tenant.own(kind);
      return tenant;
    }),
  );
}

/** Honest accounts do their work before, during and after an attack. */
export async function outlasts(
  honest: readonly Tenant[],
  work: Work,
  begin: () => Promise<Stall> | Stall,
  rounds = ROUNDS,
): Promise<string[]> {
  const phase = () => workOf(honest, work, rounds);
  const before = await phase();
  const stall = await begin();
  await reachHeight(stall);
  const during = await phase();
  const answers = await stall.end();
  const after = await phase();
  const phases = Object.entries({ before, during, after });
  const times = phases.map(([when, { slowestMs }]) => `${when} ${slowestMs.toFixed()}`);
  process.stderr.write(
    `  ${honest.length} like ${honest[0]!.name}, the slowest in ms: ${times.join(', ')}\n`,
  );
  return [
    ...phases.flatMap(([when, { failures }]) => [...failures].map((failure) => `${when}: ${failure}`)),
    ...answers,
  ];
}

async function reachHeight(stall: Stall): Promise<void> {
  if (!stall.taken) return;
  let before: number;
  do {
    before = stall.taken();
    await delay(QUIET_MS);
  } while (before === 0 || before !== stall.taken());
}

/** What became of the work of all in one phase. */
interface Phase {
  /** Each kind of failure once. */
  readonly failures: ReadonlySet<string>;
  readonly slowestMs: number;
}

/** All of them work at the same time, each some times in a row. */
async function workOf(honest: readonly Tenant[], work: Work, rounds: number): Promise<Phase> {
  const failures = new Set<string>();
  let slowestMs = 0;
  const late = `There was no answer within ${PATIENCE_MS / 1_000} seconds.`;
  const workSome = async (tenant: Tenant) => {
    for (let round = 0; round < rounds; round += 1) {
      const startedAt = performance.now();
      const answer = await Promise.race([work(tenant), delay(PATIENCE_MS, null, { ref: false })]);
      slowestMs = Math.max(slowestMs, performance.now() - startedAt);
      if (!answer) failures.add(late);
      else if (answer.status >= 300) failures.add(`${answer.status} ${answer.bytes.toString()}`);
    }
  };
  await Promise.all(honest.map(workSome));
  return { failures, slowestMs };
}
