import type { SentMessage } from '@chat/contracts/messaging';
import { around } from '../failpoints/failpoint';
import { judgeSends, type SendCall, type StoredSend, type TakenSend } from '../oracles/sends.rules';
import { judgeSequences, type Place } from '../oracles/sequences.rules';
import type { Finding } from '../oracles/finding';
import type { Random } from '../random.rules';
import type { World } from '../world/world';
import { Caller } from './call';
import type { Load, Operation } from './operation';

/** So many customers of each shop get messages, which makes conversations of some length. */
const CUSTOMERS = 30;

/** `POST /v1/messages` over all gateways. */
export const sends: Operation = {
  name: 'sends',
  everyMs: 120,
  atOnce: 24,
  failpoints: [
    ...around('gateway', 'request', 'rpc.messaging.message.send'),
    ...around('messaging', 'commit', 'messages'),
    ...around('messaging', 'publish', 'evt.messaging.message.sent'),
    ...around('messaging', 'ack', 'messaging-device-sessions'),
    ...around('messaging', 'reply', 'any'),
    ...around('device-sessions', 'commit', 'sends'),
    ...around('device-sessions', 'network-write', 'send'),
    ...around('device-sessions', 'network-read', 'ack'),
    ...around('device-sessions', 'network-read', 'receipt'),
    ...around('device-sessions', 'network-write', 'received'),
    ...around('device-sessions', 'reply', 'any'),
    ...around('sandbox', 'commit', 'messages'),
  ],
  open: (world, random) => new Sends(world, random),
};

class Sends implements Load {
  private readonly caller = new Caller();
  private readonly calls: SendCall[] = [];
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {}

  async attempt(): Promise<boolean> {
    const label = `send ${(this.count += 1)}`;
    const { clients, shop } = this.random.pick(this.world.tenants);
    const { status, code, data, extra } = await this.caller.call<SentMessage>(
      this.random.pick(clients),
      'post',
      '/v1/messages',
      {
        mobile_code: '1',
        mobile: `202551${String(this.random.between(0, CUSTOMERS - 1)).padStart(4, '0')}`,
        chat_account_id: shop.channelId,
        message: label,
      },
    );
    const messageId = data?.message_id ?? (typeof extra.message_id === 'number' ? extra.message_id : null);
    this.calls.push({ label, status, code, messageId, chatMessageId: data?.chat_message_id ?? null });
    return status === 201;
  }

  async audit(): Promise<Finding[]> {
    const { database } = this.world;
    const stored = await database.query<StoredSend>(
      `SELECT id::int, status, chat_message_id AS "chatMessageId" FROM messaging.messages WHERE direction = 'outbound'`,
    );
    const taken = await database.query<TakenSend>(
      `SELECT reference::int, chat_message_id AS "chatMessageId" FROM sandbox.messages WHERE reference IS NOT NULL`,
    );
    const places = await database.query<Place>(
      `SELECT conversation_id::int AS "conversationId", sequence::int FROM messaging.messages`,
    );
    return [
      ...this.caller.findings.splice(0),
      ...judgeSends({ calls: this.calls, stored: stored.rows, taken: taken.rows }),
      ...judgeSequences(places.rows),
    ];
  }
}
