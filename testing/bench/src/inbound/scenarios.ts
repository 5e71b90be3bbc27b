import { MANY_ACCOUNTS } from '../installation/installation';
import type { Pace } from './phones/orders';

/** One row of the table: how people write, and the goal. */
export interface Scenario {
  /** Its name for `--only`. */
  key: string;
  name: string;
  pace: Pace;
  /** The number of accounts that receive messages in turn. */
  accounts: number;
  /** Whether they receive on the provider's cloud rather than on phones. */
  isCloud?: boolean;
  /** Whether the tables are empty and not analyzed. */
  isFresh: boolean;
  goal: { p50Ms?: number; p99Ms?: number; backlogSeconds?: number };
}

const steady = { pace: { kind: 'fixed', perSecond: 150 }, goal: { p50Ms: 45, p99Ms: 110 } } as const;
const saturation = { pace: { kind: 'saturation', people: 32 }, goal: { backlogSeconds: 1 } } as const;

const scenarios: readonly Scenario[] = [
  { ...steady, key: 'fresh', name: '150 a second, fresh installation', accounts: 1, isFresh: true },
  {
    ...saturation,
    key: 'fresh-saturation',
    name: 'saturation, fresh installation',
    accounts: 1,
    isFresh: true,
  },
  { ...steady, key: 'steady', name: '150 a second', accounts: 1, isFresh: false },
  {
    ...steady,
    key: 'steady-50',
    name: `150 a second, ${MANY_ACCOUNTS} accounts`,
    accounts: MANY_ACCOUNTS,
    isFresh: false,
  },
  {
    key: 'waiting',
    name: '32 people, each waits for its webhook',
    pace: { kind: 'waiting', people: 32 },
    accounts: 1,
    isFresh: false,
    goal: {},
  },
  { ...saturation, key: 'saturation', name: 'saturation', accounts: 1, isFresh: false },
  { ...steady, key: 'cloud', name: '150 a second, Cloud', accounts: 1, isCloud: true, isFresh: false },
  {
    ...saturation,
    key: 'cloud-saturation',
    name: 'saturation, Cloud',
    accounts: 1,
    isCloud: true,
    isFresh: false,
  },
];

/**
 * Returns the rows with these names, or all.
 * @throws RangeError when a name is unknown.
 */
export function scenariosOf(only: readonly string[]): Scenario[] {
  const keys = scenarios.map(({ key }) => key);
  const unknown = only.find((key) => !keys.includes(key));
  if (unknown !== undefined)
    throw new RangeError(`There is no row ${unknown}; there are ${keys.join(', ')}.`);
  return scenarios.filter(({ key }) => only.length === 0 || only.includes(key));
}
