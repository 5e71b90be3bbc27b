import { visibleName } from '@chat/contracts';
import { MAX_CHANNEL_NAME, type ChannelKind, type ConnectionStatus } from '@chat/contracts/channels';
import type { VerifiedNumber } from '@chat/contracts/cloud-connector';

interface Namesake {
  origin: ChannelKind;
  connectionStatus: ConnectionStatus;
}

/** The decision on a request for a Cloud channel with a number that other channels may have. */
export type CloudClaim<T> =
  | { verdict: 'renew'; channel: T }
  | { verdict: 'create' }
  | { verdict: 'refuse'; code: 'limit_reached' | 'duplicate_device' };

/**
 * Decides on a request for a Cloud channel. The account's Cloud channel with the number is renewed, whatever its
 * status, and needs no slot. A connected phone with the number rules out another channel.
 * @param namesakes the channels of the account with that number, ordered by id.
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

/** Returns the name of a new channel: the provider's name for the number, truncated, or else the number itself. */
export function channelNameOf({ name, phone_number }: VerifiedNumber): string {
  const beginning = [...visibleName(name ?? '')].slice(0, MAX_CHANNEL_NAME).join('');
  return beginning.trimEnd() || phone_number;
}
