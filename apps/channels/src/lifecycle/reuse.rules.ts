import type { ChannelKind, ConnectionStatus } from '@chat/contracts/channels';

interface Namesake {
  id: number;
  origin: ChannelKind;
  connectionStatus: ConnectionStatus;
}

/** What becomes of a request for a channel with a number that other channels have. */
export type Reuse<T> = { verdict: 'duplicate' } | { verdict: 'reuse'; channel: T } | { verdict: 'create' };

/**
 * A connected channel forbids a second one with its number; of the others the oldest Device channel is used
 * again.
 * @param namesakes the channels with that number, by id.
 */
export function decideReuse<T extends Namesake>(namesakes: readonly T[]): Reuse<T> {
  if (namesakes.some(({ connectionStatus }) => connectionStatus === 'connected')) {
    return { verdict: 'duplicate' };
  }
  const channel = namesakes.find(({ origin }) => origin === 'device');
  return channel ? { verdict: 'reuse', channel } : { verdict: 'create' };
}
