import { deviceConnected, deviceDisconnected } from '@chat/contracts/channels';
import { linkEvent } from './link-event.rules';

const P = 'pending';
const C = 'connected';
const D = 'disconnected';

describe('linkEvent', () => {
  it.each([
    [P, P, null],
    [P, C, deviceConnected],
    [P, D, null],
    [C, P, deviceDisconnected],
    [C, C, null],
    [C, D, deviceDisconnected],
    [D, P, null],
    [D, C, deviceConnected],
    [D, D, null],
  ] as const)('covers the transition from %s to %s', (from, to, event) => {
    expect(linkEvent(from, to)).toBe(event);
  });
});
