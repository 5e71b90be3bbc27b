import { Instrument } from './instrument';
import * as instruments from './instruments';

const all = Object.values(instruments).filter((instrument) => instrument instanceof Instrument);

/** Labels with values defined by the code. An account, an id or a client's path would create a series per value. */
const bounded = [
  ...['service', 'operation', 'outcome', 'status', 'reason', 'code', 'fate', 'consumer', 'type', 'state'],
  ...['endpoint', 'client', 'sampler', 'version', 'commit', 'setting', 'space'],
];

describe('the metrics', () => {
  it.each(all.map((instrument) => [instrument.name, instrument] as const))(
    '%s has labels with few values and a name that follows the conventions of Prometheus',
    (name, { labels, help }) => {
      expect(labels.filter((label) => !bounded.includes(label))).toEqual([]);
      expect(name).toMatch(/^chat_[a-z_]+$/);
      expect(help).toMatch(/\.$/);
    },
  );

  it('have unique names', () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
  });
});
