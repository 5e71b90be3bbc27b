import type { ChannelKind, ConnectionStatus, ResolvedChannel } from '@chat/contracts/channels';
import { AppError } from '@chat/errors';

type NotConnected = Exclude<ConnectionStatus, 'connected'>;

/** What is wrong and what to do, for a channel whose connector gave no reason. */
const sentences: Readonly<Record<ChannelKind, Readonly<Record<NotConnected, string>>>> = {
  device: {
    pending:
      'No phone is linked to this channel. Link one with a QR code or a pairing code, or choose another channel.',
    disconnected:
      'The phone of this channel is not connected. Reconnect the channel and link the phone again.',
  },
  cloud: {
    pending: 'The number of this channel is not connected to the provider yet. Finish connecting it.',
    disconnected: 'The number of this channel is not connected to the provider. Connect it again.',
  },
};

/** The refusal of a send by a channel that is not connected. The connector's reason says best what to do. */
export function notConnected(
  {
    effective_channel_type: kind,
    last_error,
  }: Pick<ResolvedChannel, 'effective_channel_type' | 'last_error'>,
  status: NotConnected,
): AppError {
  const message = last_error ?? sentences[kind][status];
  return new AppError('capability_error', { reason: 'channel_not_connected', message });
}
