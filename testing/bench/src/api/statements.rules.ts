import type { StatementCount } from '../installation/counters';

/** A statement with its cost per request. */
export interface StatementCost {
  user: string;
  text: string;
  calls: number;
  ms: number;
}

/** Statements that run less often per request are left out. */
const NOTICEABLE = 0.01;
const SHOWN_CHARACTERS = 140;

/** Returns the statements per request between two readings, the most frequent first. */
export function statementCosts(
  before: readonly StatementCount[],
  after: readonly StatementCount[],
  requests: number,
): StatementCost[] {
  const keyOf = ({ user, text }: StatementCount) => `${user}: ${text}`;
  const known = new Map(before.map((count) => [keyOf(count), count]));
  return after
    .map((count) => {
      const { calls = 0, totalMs = 0 } = known.get(keyOf(count)) ?? {};
      return {
        user: count.user,
        text: count.text,
        calls: (count.calls - calls) / requests,
        ms: (count.totalMs - totalMs) / requests,
      };
    })
    .filter(({ calls }) => calls >= NOTICEABLE)
    .sort((one, other) => other.calls - one.calls);
}

/** One line per statement, for people. */
export function formatStatements(operation: string, costs: readonly StatementCost[]): string {
  const lines = costs.map(({ user, text, calls, ms }) => {
    const shown = text.replaceAll(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS);
    return `${calls.toFixed(2).padStart(5)}  ${ms.toFixed(3).padStart(6)}  ${user}: ${shown}`;
  });
  return [`SQL of one ${operation}`, 'calls      ms', ...lines].join('\n');
}
