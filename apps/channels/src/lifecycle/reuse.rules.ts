import type { ChannelKind, ConnectionStatus } from '@chat/contracts/channels';

interface Namesake {
  id: number;
  origin: ChannelKind;
  connectionStatus: ConnectionStatus;
}

/** What becomes of a request for a channel with a number that other channels may have. */
export type Reuse<T> =
  | { verdict: 'reuse'; channel: T }
  | { verdict: 'create' }
  | { verdict: 'refuse'; code: 'limit_reached' | 'duplicate_device' };

/**
 * A connected channel forbids a second one with its number; of the others the oldest Device channel is used again,
 * which takes no slot. What is refused by the quota and by the state is refused by the quota.
 * @param namesakes the channels with that number, by id.
 */
export function decideReuse<T extends Namesake>(namesakes: readonly T[], hasFreeSlot: boolean): Reuse<T> {
  const isTaken = namesakes.some(({ connectionStatus }) => connectionStatus === 'connected');
  const channel = isTaken ? undefined : namesakes.find(({ origin }) => origin === 'device');
  if (channel) return { verdict: 'reuse', channel };
  if (!hasFreeSlot) return { verdict: 'refuse', code: 'limit_reached' };
  return isTaken ? { verdict: 'refuse', code: 'duplicate_device' } : { verdict: 'create' };
}
