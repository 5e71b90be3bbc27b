import type { ConnectionStatus } from '@chat/contracts/channels';

interface Candidate {
  id: number;
  phoneNumber: string | null;
  connectionStatus: ConnectionStatus;
}

/**
 * Picks a channel by a number that several channels may have: a connected one first, then the one with exactly this
 * spelling, then the oldest.
 */
export function chooseByNumber<T extends Candidate>(channels: readonly T[], number: string): T | undefined {
  const rank = (channel: T) =>
    (channel.connectionStatus === 'connected' ? 0 : 2) + (channel.phoneNumber === number ? 0 : 1);
  return channels.toSorted((one, other) => rank(one) - rank(other) || one.id - other.id)[0];
}
