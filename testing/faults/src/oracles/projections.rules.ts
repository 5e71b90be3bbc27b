import type { Finding } from './finding';

interface Entry {
  readonly key: string;
  readonly value: string;
}

/** Once all events are consumed, a copy maintained by events must equal the original. */
export function judgeProjection(name: string, truth: readonly Entry[], copy: readonly Entry[]): Finding[] {
  const copied = new Map(copy.map(({ key, value }) => [key, value]));
  const known = new Set(truth.map(({ key }) => key));
  return [
    ...truth
      .filter(({ key, value }) => copied.get(key) !== value)
      .map(({ key }): Finding => ({ kind: 'lost', what: `${name} does not know ${key} as it is` })),
    ...copy
      .filter(({ key }) => !known.has(key))
      .map(({ key }): Finding => ({ kind: 'lost', what: `${name} still has ${key}, which is gone` })),
  ];
}
