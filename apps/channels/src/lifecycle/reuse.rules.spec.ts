import type { ChannelKind, ConnectionStatus } from '@chat/contracts/channels';
import { decideReuse } from './reuse.rules';

const channel = (id: number, origin: ChannelKind, connectionStatus: ConnectionStatus) => ({
  id,
  origin,
  connectionStatus,
});

describe('decideReuse', () => {
  const table = [
    ['no namesake', [], 'create', 'limit_reached'],
    ['a pending device', [channel(1, 'device', 'pending')], 1, 1],
    ['a disconnected device', [channel(1, 'device', 'disconnected')], 1, 1],
    ['a connected device', [channel(1, 'device', 'connected')], 'duplicate_device', 'limit_reached'],
    ['a pending cloud number', [channel(1, 'cloud', 'pending')], 'create', 'limit_reached'],
    ['a disconnected cloud number', [channel(1, 'cloud', 'disconnected')], 'create', 'limit_reached'],
    ['a connected cloud number', [channel(1, 'cloud', 'connected')], 'duplicate_device', 'limit_reached'],
    ['two devices', [channel(3, 'device', 'pending'), channel(5, 'device', 'disconnected')], 3, 3],
    [
      'a pending device beside a connected one',
      [channel(3, 'device', 'pending'), channel(5, 'device', 'connected')],
      'duplicate_device',
      'limit_reached',
    ],
    [
      'a device behind a cloud number',
      [channel(3, 'cloud', 'pending'), channel(5, 'device', 'pending')],
      5,
      5,
    ],
  ] as const;

  it.each(table)('handles %s, with and without a free slot', (_, namesakes, withSlot, withoutSlot) => {
    const outcome = (hasFreeSlot: boolean) => {
      const decision = decideReuse(namesakes, hasFreeSlot);
      switch (decision.verdict) {
        case 'reuse':
          return decision.channel.id;
        case 'refuse':
          return decision.code;
        case 'create':
          return 'create';
      }
    };
    expect([outcome(true), outcome(false)]).toEqual([withSlot, withoutSlot]);
  });
});
