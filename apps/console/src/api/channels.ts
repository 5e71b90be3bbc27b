import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Channel, ChannelStatus, Quota } from '@chat/client';
import { dataOf } from './call';

export interface Channels {
  readonly devices: readonly Channel[];
  readonly quota: Quota;
}

export const channelsQuery = queryOptions({
  queryKey: ['channels'],
  queryFn: ({ signal }) => dataOf<Channels>('GET', 'devices', { signal }),
});

/** The copy of the messages of the business app while it is under way; it may take a while until the provider shares the first. */
export function copyUnderWay(status: ChannelStatus | undefined): ChannelStatus['sync'] {
  const sync = status?.sync ?? null;
  return sync?.status === 'requested' || sync?.status === 'running' ? sync : null;
}

/** How often the progress of a copy is looked at. */
const LOOK_MS = 10_000;

/** Its own words about why it is not connected; it asks the session, so only where something is to be told. */
export const channelStatusQuery = (id: number) =>
  queryOptions({
    queryKey: ['channel-status', id],
    queryFn: ({ signal }) => dataOf<ChannelStatus>('GET', `devices/${id}/status`, { signal }),
    refetchInterval: ({ state }) => (copyUnderWay(state.data) ? LOOK_MS : false),
  });

/** The channels as far as they are known; a page shows what it can without them. */
export function useChannels(): readonly Channel[] {
  return useQuery(channelsQuery).data?.devices ?? [];
}
