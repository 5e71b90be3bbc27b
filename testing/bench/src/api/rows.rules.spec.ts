import type { Size } from '../bench';
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
    ['those with a goal in standalone', 'standalone', [], [], ['send 16']],
    ['those named', 'split', ['send'], [], ['send 1', 'send 16']],
    ['those named in standalone', 'standalone', ['ping'], [], ['ping 32']],
    ['other connections', 'split', ['send'], [64], ['send 64']],
  ] as const)('gives %s', (_case, topology, only, connections, rows) => {
    const found = rowsOf(all, topology, { only, connections, size: 'full' });
    expect(found.map((row) => `${row.operation.key} ${row.connections}`)).toEqual(rows);
  });

  it('leaves slow rows out of quick runs, unless they are named', () => {
    const long: Operation[] = [
      ...all,
      { ...get, key: 'long', name: 'long', connections: [8], isOnlyInFull: true },
    ];
    const keys = (only: string[], size: Size) =>
      rowsOf(long, 'split', { only, connections: [1], size }).map(({ operation }) => operation.key);
    expect(keys([], 'quick')).toEqual(['ping', 'send']);
    expect(keys([], 'full')).toEqual(['ping', 'send', 'long']);
    expect(keys(['long'], 'quick')).toEqual(['long']);
  });

  it('has each operation once in the smallest form', () => {
    const found = rowsOf(all, 'standalone', { only: [], connections: [], size: 'smallest' });
    expect(found.map((row) => `${row.operation.key} ${row.connections}`)).toEqual(['ping 32', 'send 1']);
  });

  it('refuses an unknown name, and lists the known ones', () => {
    expect(() => rowsOf(all, 'split', { only: ['pong'], connections: [], size: 'full' })).toThrow(
      'There is no row pong; there are ping, send.',
    );
  });
});
