import type { Fault } from './fault';
import { firstReceipt, type FirstReceipt } from './receipt.rules';

const prompt: FirstReceipt = { level: 'delivered', code: null, copies: 1, delayMs: 0 };

describe('the first receipt of an accepted message', () => {
  it.each<[string, Partial<Fault> | null, Partial<FirstReceipt>]>([
    ['comes once and immediately', null, {}],
    ['comes immediately when the connection was reset', { mode: 'accept_then_reset' }, {}],
    ['comes late', { mode: 'late_status' }, { delayMs: 3_000 }],
    ['comes after the given delay', { mode: 'late_status', delayMs: 50 }, { delayMs: 50 }],
    [
      'reports a late failure',
      { mode: 'late_status', code: 463 },
      { level: 'failed', code: 463, delayMs: 3_000 },
    ],
    ['comes twice', { mode: 'duplicate_status' }, { copies: 2 }],
    ['is delayed after a hanging send', { mode: 'accept_then_hang' }, { delayMs: 30_000 }],
  ])('%s', (_, fault, expected) => {
    const given = fault && ({ match: {}, code: null, delayMs: null, times: 1, ...fault } as Fault);
    expect(firstReceipt(given)).toEqual({ ...prompt, ...expected });
  });
});
