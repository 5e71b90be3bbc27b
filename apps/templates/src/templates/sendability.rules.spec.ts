import { sendBlockerOf } from './sendability.rules';

describe('a template', () => {
  it.each([
    ['can be sent when it is approved', 'live', 'APPROVED', true, null],
    ['cannot be sent before it is approved', 'live', 'PENDING', true, 'template_not_approved'],
    ['cannot be sent once it is rejected', 'live', 'REJECTED', true, 'template_not_approved'],
    ['cannot be sent while it is paused', 'live', 'PAUSED', true, 'template_paused'],
    ['cannot be sent once it is disabled', 'live', 'DISABLED', true, 'template_disabled'],
    ['cannot be sent while it is deleted', 'deleting', 'APPROVED', true, 'template_disabled'],
    ['cannot be sent with parts that a send cannot fill', 'live', 'APPROVED', false, 'template_unsupported'],
  ] as const)('%s', (_, state, status, sendable, reason) => {
    expect(sendBlockerOf({ state, status }, { sendable })).toBe(reason);
  });
});
