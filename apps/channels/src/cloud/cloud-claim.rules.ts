import type { ChannelKind, ConnectionStatus } from '@chat/contracts/channels';

interface Namesake {
  origin: ChannelKind;
  connectionStatus: ConnectionStatus;
}

/** What becomes of a request for a Cloud channel with a number that other channels may have. */
export type CloudClaim<T> =
  | { verdict: 'renew'; channel: T }
  | { verdict: 'create' }
  | { verdict: 'refuse'; code: 'limit_reached' | 'duplicate_device' };

/**
 * The account's Cloud channel with the number is renewed, whatever its status, which takes no slot. A connected phone
 * with the number forbids another channel with it.
 * @param namesakes the channels of the account with that number, by id.
 */
export function decideCloudClaim<T extends Namesake>(
  namesakes: readonly T[],
  hasFreeSlot: boolean,
): CloudClaim<T> {
  const channel = namesakes.find(({ origin }) => origin === 'cloud');
  if (channel) return { verdict: 'renew', channel };
  if (!hasFreeSlot) return { verdict: 'refuse', code: 'limit_reached' };
  const isTaken = namesakes.some(({ connectionStatus }) => connectionStatus === 'connected');
  return isTaken ? { verdict: 'refuse', code: 'duplicate_device' } : { verdict: 'create' };
}
