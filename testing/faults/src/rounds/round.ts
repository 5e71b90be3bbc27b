import { setTimeout as delay } from 'node:timers/promises';
import type { Finding } from '../oracles/finding';
import { CLEARED_MS, judgePace, type Recovery } from '../oracles/pace.rules';
import type { FaultRow, Injury } from './row';
import type { EventBooks } from '../world/event-books';
import { MessageLedgers } from '../world/message-ledgers';
import type { WorkWatch } from '../world/work-left';
import type { World } from '../world/world';
import type { LoadDriver } from './load-driver';

/** Time under load before the fault. */
const WARM_UP_MS = 500;
const FIRST_SUCCESS_WAIT_MS = 20_000;
/** Longer than the limit, so that the report can show by how much it was exceeded. */
const CLEARED_WAIT_MS = CLEARED_MS * 1.5;
const PATIENT_WAIT_MS = CLEARED_MS * 8;
const LOOK_MS = 100;
/** One look may miss an item in transit. */
const EMPTY_LOOKS = 3;

/** The environment of a round. */
export interface Arena {
  world: World;
  driver: LoadDriver;
  work: WorkWatch;
  events: EventBooks;
}

export interface RoundResult {
  recovery: Recovery;
  findings: Finding[];
  /** What is worth saying besides. */
  notes: string[];
}

/** Injects a fault into the installation under load, heals it, waits until it is idle, and compares all ledgers. */
export async function runRound(
  arena: Arena,
  injury: Injury,
  { isPatient, isSeamless = false }: Pick<FaultRow, 'isSeamless'> & { isPatient: boolean },
): Promise<RoundResult> {
  const { world, driver } = arena;
  world.outages.length = 0;
  world.calls.length = 0;
  driver.start();
  await delay(WARM_UP_MS);
  const findings: Finding[] = [];
  const note = (error: unknown) => findings.push({ kind: 'wrong', what: messageOf(error) });
  await injury.inflict(world).catch(note);
  await world.heal().catch(note);
  const healedAt = performance.now();
  const firstSuccessMs = await driver.firstSuccesses(healedAt, FIRST_SUCCESS_WAIT_MS);
  await driver.stop();
  if (isSeamless) findings.push(...world.outages.map((what): Finding => ({ kind: 'failed', what })));
  const waitMs = isPatient ? PATIENT_WAIT_MS : CLEARED_WAIT_MS;
  const { left, ...rest } = await untilIdle(arena.work, healedAt, waitMs);
  const recovery = { firstSuccessMs, ...rest };
  findings.push(...judgePace(recovery, left));
  // Work in progress is not lost: the audit of a later round, or the last one, judges it.
  if (recovery.clearedMs !== null) findings.push(...(await audit(arena)));
  return { recovery, findings, notes: driver.loads.flatMap(({ load }) => load.tell?.() ?? []) };
}

/** Returns the findings of all ledgers. */
export async function audit({ world, driver, events }: Arena): Promise<Finding[]> {
  const findings: Finding[] = [];
  const ledgers = new MessageLedgers(world.database);
  for (const { load } of driver.loads) findings.push(...(await load.audit(ledgers)));
  return [...findings, ...(await events.audit())];
}

/** Waits until no work is left, at most for the given time. */
export async function untilIdle(
  work: WorkWatch,
  healedAt: number,
  waitMs: number,
): Promise<{ settledMs: number | null; clearedMs: number | null; left: string }> {
  let settledMs: number | null = null;
  let clearedMs: number | null = null;
  let left = 'unknown, because Postgres or NATS did not answer';
  for (let empty = 0; performance.now() < healedAt + waitMs; await delay(LOOK_MS)) {
    const lookedAt = performance.now() - healedAt;
    const seen = await work.look();
    if (!seen) continue;
    settledMs = seen.sending === 0 ? (settledMs ?? lookedAt) : null;
    const due = Object.entries(seen).filter(([, count]) => count > 0);
    left = due.map(([what, count]) => `${count} ${what}`).join(', ');
    clearedMs = due.length === 0 ? (clearedMs ?? lookedAt) : null;
    empty = due.length === 0 ? empty + 1 : 0;
    if (empty === EMPTY_LOOKS) break;
  }
  return { settledMs, clearedMs, left };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
