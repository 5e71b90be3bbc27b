import { MAX_SURVEYED_CHANNELS, surveyChannels, type SurveyedChannel } from '@chat/contracts/channels';
import { readCloudTraffic } from '@chat/contracts/cloud-connector';
import type { ChannelTraffic } from '@chat/contracts/connector';
import { readDeviceTraffic } from '@chat/contracts/device-sessions';
import { orMissing } from './every-service';
import type { Ask } from './stack-bus';

/** The channels of which refused and unknown sends count. */
const RECENT_MINUTES = 60;

/** A channel that fails: it is not connected, or its network refused sends of late. */
export interface FailingChannel extends SurveyedChannel {
  /** Sends within the latest hour. */
  sends: number;
  refused: number;
  unknown: number;
  last_code: string | null;
  last_provider_code: string | null;
}

export const failingColumns = [
  ...['account_id', 'id', 'kind', 'connection_status', 'session_status', 'changed_at', 'sends', 'refused'],
  ...['unknown', 'last_code', 'last_provider_code', 'last_error'],
];

/** Returns the channels that are not connected, and those whose sends were refused or ended unknown within the hour. */
export async function failingChannels(ask: Ask, account: number | undefined): Promise<FailingChannel[]> {
  const [broken, traffic] = await Promise.all([brokenChannels(ask, account), trafficOf(ask)]);
  const troubled = traffic.filter(
    ({ refused, unknown, account_id }) =>
      refused + unknown > 0 && (account === undefined || account_id === account),
  );
  const known = new Map(broken.map((channel) => [channel.id, channel]));
  for (const { account_id, channel_id } of troubled) {
    if (known.has(channel_id)) continue;
    const { channels } = await ask(surveyChannels, { body: { account_id, channel_id } });
    for (const channel of channels) known.set(channel.id, channel);
  }
  const byChannel = new Map(traffic.map((one) => [one.channel_id, one]));
  return [...known.values()]
    .sort((one, other) => one.account_id - other.account_id || one.id - other.id)
    .map((channel) => withTraffic(channel, byChannel.get(channel.id)));
}

async function brokenChannels(ask: Ask, account: number | undefined): Promise<SurveyedChannel[]> {
  const found: SurveyedChannel[] = [];
  for (;;) {
    const last = found.at(-1);
    const after = last && { after_account_id: last.account_id, after_id: last.id };
    const body = { account_id: account, is_failing: true, ...after };
    const { channels } = await ask(surveyChannels, { body });
    found.push(...channels);
    if (channels.length < MAX_SURVEYED_CHANNELS) return found;
  }
}

async function trafficOf(ask: Ask): Promise<ChannelTraffic[]> {
  const parts = await Promise.all(
    [readCloudTraffic, readDeviceTraffic].map((traffic) =>
      orMissing(traffic.subject.split('.')[1]!, 'its refused sends', async () => {
        const { channels } = await ask(traffic, { body: { minutes: RECENT_MINUTES } });
        return channels;
      }),
    ),
  );
  return parts.flatMap((channels) => channels ?? []);
}

function withTraffic(channel: SurveyedChannel, traffic: ChannelTraffic | undefined): FailingChannel {
  const { sends = 0, refused = 0, unknown = 0 } = traffic ?? {};
  const { last_code = null, last_provider_code = null } = traffic ?? {};
  return { ...channel, sends, refused, unknown, last_code, last_provider_code };
}
