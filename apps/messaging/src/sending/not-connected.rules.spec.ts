import { channelKinds, connectionStatuses } from '@chat/contracts/channels';
import { notConnected } from './not-connected.rules';

describe('a send by a channel that is not connected', () => {
  const ofPhones = /phone/i;
  const ofProvider = /provider/i;

  it.each(
    channelKinds.flatMap((kind) =>
      connectionStatuses.filter((status) => status !== 'connected').map((status) => [kind, status] as const),
    ),
  )('of a %s channel that is %s says what to do with this kind of channel', (kind, status) => {
    const { code, details, message } = notConnected({ effective_channel_type: kind }, status);
    expect([code, details.reason]).toEqual(['capability_error', 'channel_not_connected']);
    expect(message).toMatch(kind === 'device' ? ofPhones : ofProvider);
    expect(message).not.toMatch(kind === 'device' ? ofProvider : ofPhones);
    expect(message.split('. ')).toHaveLength(2);
  });

  it.each(channelKinds)('of a %s channel repeats the reason of its connector', (effective_channel_type) => {
    const last_error = 'The network banned this number. Link another phone.';
    expect(notConnected({ effective_channel_type, last_error }, 'disconnected').message).toBe(last_error);
  });
});
