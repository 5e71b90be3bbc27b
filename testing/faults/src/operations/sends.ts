import { around } from '../failpoints/failpoint';
import { judgeSends } from '../oracles/sends.rules';
import { judgeSequences, type Place } from '../oracles/sequences.rules';
import type { Finding } from '../oracles/finding';
import type { Random } from '@chat/test-kit/random';
import type { MessageLedgers } from '../world/message-ledgers';
import type { World } from '../world/world';
import { byPhone } from './receivers';
import { SendBook } from './send-book';
import type { Load, Operation } from './operation';

/** `POST /v1/messages` with a text on Device channels, over all gateways. */
export const sends: Operation = {
  name: 'sends',
  everyMs: 180,
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
  private readonly book: SendBook;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.book = new SendBook('send', random, world);
  }

  async attempt(): Promise<boolean> {
    const tenant = this.random.pick(this.world.tenants);
    const label = this.book.newLabel();
    const body = { ...byPhone(tenant, '202551', this.random), message: label };
    return (await this.book.send(tenant, label, body)).status === 201;
  }

  /** Also checks what must hold for all messages, whichever operation sent them. */
  async audit(ledgers: MessageLedgers): Promise<Finding[]> {
    const places = await this.world.database.query<Place>(
      `SELECT conversation_id::int AS "conversationId", sequence::int FROM messaging.messages`,
    );
    return [
      ...(await this.book.audit(ledgers)),
      ...judgeSends({ stored: await ledgers.storedSends(), taken: await ledgers.taken() }),
      ...judgeSequences(places.rows),
    ];
  }
}
