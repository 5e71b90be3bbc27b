import type { StatementCount } from '../installation/counters';

/** A statement, by what one request costs of it. */
export interface StatementCost {
  user: string;
  text: string;
  calls: number;
  ms: number;
}

/** Of statements that a request costs less of, nothing is said. */
const NOTICEABLE = 0.01;
const SHOWN_CHARACTERS = 140;

/** What ran between two readings for each request, the most frequent first. */
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

/** A line for each statement, for people. */
export function formatStatements(operation: string, costs: readonly StatementCost[]): string {
  const lines = costs.map(({ user, text, calls, ms }) => {
    const shown = text.replaceAll(/\s+/g, ' ').slice(0, SHOWN_CHARACTERS);
    return `${calls.toFixed(2).padStart(5)}  ${ms.toFixed(3).padStart(6)}  ${user}: ${shown}`;
  });
  return [`SQL of one ${operation}`, 'calls      ms', ...lines].join('\n');
}
