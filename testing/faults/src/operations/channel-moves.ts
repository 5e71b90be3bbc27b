import { setTimeout as delay } from 'node:timers/promises';
import type { ChannelStatus, QrCode } from '@chat/contracts/channels';
import type { ApiClient } from '@chat/test-kit';
import { around } from '../failpoints/failpoint';
import type { Finding } from '../oracles/finding';
import type { Random } from '@chat/test-kit/random';
import type { LinkedPhone } from '../world/tenant';
import type { World } from '../world/world';
import { Caller } from './call';
import type { Load, Operation } from './operation';

/** How long a session's change may take to reach the channel. */
const ARRIVAL_MS = 5_000;

/** The owner of a phone of each account repeatedly unlinks it and links it again. */
export const channelMoves: Operation = {
  name: 'channel-moves',
  everyMs: 900,
  atOnce: 2,
  failpoints: [
    ...around('channels', 'commit', 'channels'),
    ...around('channels', 'publish', 'evt.channels.channel.status-changed'),
    ...around('channels', 'ack', 'channels-session-status'),
    ...around('device-sessions', 'commit', 'sessions'),
    ...around('device-sessions', 'publish', 'evt.device-sessions.session.status-changed'),
  ],
  open: (world, random) => new ChannelMoves(world, random),
};

class ChannelMoves implements Load {
  private readonly caller: Caller;
  private step: Promise<void> | null = null;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.caller = new Caller(world);
  }

  /** Reads the state of a channel, and takes the next step. Linking takes time, which is not a failure. */
  async attempt(): Promise<boolean> {
    const tenant = this.random.pick(this.world.tenants);
    const client = this.random.pick(tenant.clients);
    const path = `/v1/devices/${tenant.mover.channelId}`;
    const { data } = await this.caller.call<ChannelStatus>(client, 'get', `${path}/status`);
    if (!data) return false;
    this.step ??= this.move(client, tenant.mover, data).finally(() => (this.step = null));
    return true;
  }

  async rest(): Promise<void> {
    await this.step;
  }

  /** A channel's status must match its session. A recent change gets the time to arrive. */
  async audit(): Promise<Finding[]> {
    let contradictions = await this.contradictions();
    const giveUpAt = performance.now() + ARRIVAL_MS;
    while (contradictions.length > 0 && performance.now() < giveUpAt) {
      await delay(200);
      contradictions = await this.contradictions();
    }
    return [
      ...this.caller.findings.splice(0),
      ...contradictions.map(({ id, connection, raw }): Finding => ({
        kind: 'lost',
        what: `channel ${id} is ${connection}, and its session ${raw}`,
      })),
    ];
  }

  private async move(
    client: ApiClient,
    { channelId, digits }: LinkedPhone,
    { connection_status }: ChannelStatus,
  ): Promise<void> {
    const { sandbox } = this.world.stack;
    try {
      if (connection_status === 'connected') return await sandbox.unlink(digits);
      const { data } = await this.caller.call<QrCode>(client, 'post', `/v1/devices/${channelId}/qr`);
      if (data?.qr) await sandbox.scan(digits, data.qr);
    } catch {
      // The sandbox is down, or the code is no longer valid.
    }
  }

  private async contradictions(): Promise<{ id: string; connection: string; raw: string }[]> {
    const { rows } = await this.world.database.query<{ id: string; connection: string; raw: string }>(
      `SELECT channels.id, connection_status AS connection, raw_status AS raw
       FROM channels.channels JOIN device_sessions.sessions
         ON sessions.account_id = channels.account_id AND sessions.channel_id = channels.id
       WHERE raw_status = 'CONNECTED' AND connection_status <> 'connected'
         OR raw_status IN ('LOGGED_OUT', 'BANNED', 'FAILED') AND connection_status = 'connected'`,
    );
    return rows;
  }
}
