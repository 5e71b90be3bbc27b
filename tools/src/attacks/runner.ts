import { setTimeout as delay } from 'node:timers/promises';
import type { Attack, AttackGroup } from './attack';
import type { Finding, GroupResult } from './report/report.rules';
import type { World } from './world/world';

const AT_ONCE = 16;
/** So many cases of a group, chosen by the seed, are a quick run. */
const QUICK_CASES = 1_000;
/** One attack that takes longer than this hangs, which is a finding. */
const ATTACK_MS = 60_000;

/** Runs the attacks of a group, several at once, until the deadline (`performance.now()`). */
export async function runGroup(
  group: AttackGroup,
  world: World,
  chosen: (attack: Attack) => boolean,
  deadline: number,
): Promise<GroupResult> {
  const startedAt = performance.now();
  const attacks = await made(group, world, chosen);
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

/** A group that cannot even begin has failed once. */
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

/** What broke while it was tried is a finding like any other. */
async function attempt(attack: Attack): Promise<readonly string[]> {
  const overdue = new AbortController();
  const hangs = delay(ATTACK_MS, [`It was not over after ${ATTACK_MS / 1_000} seconds.`], {
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
