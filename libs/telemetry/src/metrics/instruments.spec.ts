import { Instrument } from './instrument';
import * as instruments from './instruments';

const all = Object.values(instruments).filter((instrument) => instrument instanceof Instrument);

/** Labels whose values are names of the code. An account, an id or a path of a client would make a series each. */
const bounded = [
  ...['service', 'operation', 'outcome', 'status', 'reason', 'code', 'fate', 'consumer', 'type', 'state'],
  ...['endpoint', 'client', 'sampler'],
];

describe('the metrics', () => {
  it.each(all.map((instrument) => [instrument.name, instrument] as const))(
    '%s has labels of few values and a name as Prometheus wants it',
    (name, { labels, help }) => {
      expect(labels.filter((label) => !bounded.includes(label))).toEqual([]);
      expect(name).toMatch(/^chat_[a-z_]+$/);
      expect(help).toMatch(/\.$/);
    },
  );

  it('have names of their own', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });
});
