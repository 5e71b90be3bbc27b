import { setTimeout as delay } from 'node:timers/promises';
import type { Attack, AttackGroup } from './attack';
import type { Finding, GroupResult } from './report/report.rules';
import type { World } from './world/world';

const AT_ONCE = 16;
/** Maximum number of cases of a group, chosen by the seed, in a quick run. */
const QUICK_CASES = 1_000;
/** An attack that takes longer counts as hanging, which is a finding. None waits as long for the world to finish its work. */
const ATTACK_MS = 120_000;

/** A group, and which of its attacks are to run. */
export interface ChosenGroup {
  readonly group: AttackGroup;
  readonly chosen: (attack: Attack) => boolean;
}

/** Runs groups at the same time, until the deadline (`performance.now()`). @returns their results in the same order. */
export async function runGroups(
  groups: readonly ChosenGroup[],
  world: World,
  deadline: number,
): Promise<GroupResult[]> {
  const prepared: [AttackGroup, Attack[]][] = [];
  // One after the other, since the seed decides what each of them draws.
  for (const { group, chosen } of groups) prepared.push([group, await made(group, world, chosen)]);
  return Promise.all(prepared.map(([group, attacks]) => runGroup(group, attacks, deadline)));
}

/** Runs the attacks of a group concurrently. */
async function runGroup(
  group: AttackGroup,
  attacks: readonly Attack[],
  deadline: number,
): Promise<GroupResult> {
  const startedAt = performance.now();
  const waiting = attacks.filter(({ isLast }) => !isLast);
  const aftermath = attacks.filter(({ isLast }) => isLast);
  const findings: Finding[] = [];
  const work = async (queue: Attack[]) => {
    while (performance.now() < deadline) {
      const attack = queue.shift();
      if (!attack) return;
      const problems = await attempt(attack);
      if (problems.length > 0) findings.push({ attack: attack.name, problems });
    }
  };
  await Promise.all(Array.from({ length: group.atOnce ?? AT_ONCE }, () => work(waiting)));
  await work(aftermath);
  return {
    name: group.name,
    about: group.about,
    cases: attacks.length,
    findings,
    unrun: waiting.length + aftermath.length,
    seconds: (performance.now() - startedAt) / 1_000,
  };
}

/** Makes the attacks of a group; if that fails, it counts as one failure. */
async function made(
  group: AttackGroup,
  world: World,
  chosen: (attack: Attack) => boolean,
): Promise<Attack[]> {
  try {
    const attacks = (await group.attacks(world)).filter(chosen);
    if (!world.quick) return attacks;
    const lasting = attacks.filter(({ isLast }) => isLast);
    return [
      ...world.random.sample(
        attacks.filter(({ isLast }) => !isLast),
        QUICK_CASES,
      ),
      ...lasting,
    ];
  } catch (error) {
    return [{ name: `the preparation of ${group.name}`, run: () => Promise.resolve([sentenceOf(error)]) }];
  }
}

/** Runs one attack; an exception counts as a finding. */
async function attempt(attack: Attack): Promise<readonly string[]> {
  const overdue = new AbortController();
  const hangs = delay(ATTACK_MS, [`It had not ended after ${ATTACK_MS / 1_000} seconds.`], {
    signal: overdue.signal,
    ref: false,
  });
  try {
    return await Promise.race([attack.run(), hangs]);
  } catch (error) {
    return [sentenceOf(error)];
  } finally {
    overdue.abort();
    hangs.catch(() => undefined);
  }
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
