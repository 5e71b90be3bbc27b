import type { Operation } from './operations';
import { rowsOf } from './rows.rules';

const get = { method: 'GET', path: '/', accounts: 1 } as const;
const all: Operation[] = [
  { ...get, key: 'ping', name: 'ping', connections: [32] },
  { ...get, key: 'send', name: 'send', connections: [1, 16] },
];

describe('rowsOf', () => {
  it.each([
    ['all in split', 'split', [], [], ['ping 32', 'send 1', 'send 16']],
    ['what has a goal in standalone', 'standalone', [], [], ['send 16']],
    ['what is asked for by name', 'split', ['send'], [], ['send 1', 'send 16']],
    ['what is asked for by name in standalone', 'standalone', ['ping'], [], ['ping 32']],
    ['other connections', 'split', ['send'], [64], ['send 64']],
  ] as const)('gives %s', (_case, topology, only, connections, rows) => {
    const found = rowsOf(all, topology, { only, connections });
    expect(found.map((row) => `${row.operation.key} ${row.connections}`)).toEqual(rows);
  });

  it('refuses a name that is none, and says which there are', () => {
    expect(() => rowsOf(all, 'split', { only: ['pong'], connections: [] })).toThrow(
      'There is no row pong; there are ping, send.',
    );
  });
});
