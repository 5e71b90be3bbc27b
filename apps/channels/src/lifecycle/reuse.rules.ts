import type { ChannelKind, ConnectionStatus } from '@chat/contracts/channels';

interface Namesake {
  id: number;
  origin: ChannelKind;
  connectionStatus: ConnectionStatus;
}

/** The decision on a request for a channel with a number that other channels may have. */
export type Reuse<T> =
  | { verdict: 'reuse'; channel: T }
  | { verdict: 'create' }
  | { verdict: 'refuse'; code: 'limit_reached' | 'duplicate_device' };

/**
 * Decides on a request for a Device channel. A connected channel rules out a second one with its number; otherwise the
 * oldest Device channel is reused, which needs no slot. If both quota and state refuse, the quota's code is returned.
 * @param namesakes the channels with that number, ordered by id.
 */
export function decideReuse<T extends Namesake>(namesakes: readonly T[], hasFreeSlot: boolean): Reuse<T> {
  const isTaken = namesakes.some(({ connectionStatus }) => connectionStatus === 'connected');
  const channel = isTaken ? undefined : namesakes.find(({ origin }) => origin === 'device');
  if (channel) return { verdict: 'reuse', channel };
  if (!hasFreeSlot) return { verdict: 'refuse', code: 'limit_reached' };
  return isTaken ? { verdict: 'refuse', code: 'duplicate_device' } : { verdict: 'create' };
}
