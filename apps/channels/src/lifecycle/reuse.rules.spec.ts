import type { ChannelKind, ConnectionStatus } from '@chat/contracts/channels';
import { decideReuse } from './reuse.rules';

const channel = (id: number, origin: ChannelKind, connectionStatus: ConnectionStatus) => ({
  id,
  origin,
  connectionStatus,
});

describe('decideReuse', () => {
  it.each([
    ['no namesake', [], 'create', undefined],
    ['a pending device', [channel(1, 'device', 'pending')], 'reuse', 1],
    ['a disconnected device', [channel(1, 'device', 'disconnected')], 'reuse', 1],
    ['a connected device', [channel(1, 'device', 'connected')], 'duplicate', undefined],
    ['a pending cloud number', [channel(1, 'cloud', 'pending')], 'create', undefined],
    ['a disconnected cloud number', [channel(1, 'cloud', 'disconnected')], 'create', undefined],
    ['a connected cloud number', [channel(1, 'cloud', 'connected')], 'duplicate', undefined],
    ['two devices', [channel(3, 'device', 'pending'), channel(5, 'device', 'disconnected')], 'reuse', 3],
    [
      'a pending device beside a connected one',
      [channel(3, 'device', 'pending'), channel(5, 'device', 'connected')],
      'duplicate',
      undefined,
    ],
    [
      'a device behind a cloud number',
      [channel(3, 'cloud', 'pending'), channel(5, 'device', 'pending')],
      'reuse',
      5,
    ],
  ] as const)('%s', (_, namesakes, verdict, id) => {
    const decision = decideReuse(namesakes);
    expect(decision.verdict).toBe(verdict);
    expect(decision.verdict === 'reuse' ? decision.channel.id : undefined).toBe(id);
  });
});
