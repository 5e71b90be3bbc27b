import { getAllBinaryNodeChildren, type BinaryNode } from '@whiskeysockets/baileys';
import type { DeviceConnection, Speaker } from './device-connection';
import type { DeviceLine, LinkedDevice } from './linked-device';
import type { PostOffice, SenderLine } from './post-office';
import type { Queries } from './queries';
import { ackOf, seconds } from './stanzas';

/** A stanza on its way between a linked device and the network. */
export interface Passage {
  direction: 'from device' | 'to device';
  device: LinkedDevice;
  stanza: BinaryNode;
}

/** What becomes of it: it passes, is lost, or is lost together with the connection. */
export type Passes = 'pass' | 'drop' | 'break';

/** What the sessions of one network share. */
export interface Counters {
  post: PostOffice;
  queries: Queries;
  decide: (passage: Passage) => Passes;
  left: (session: DeviceSession) => void;
}

/** A linked device that has logged in. */
export class DeviceSession implements Speaker, DeviceLine, SenderLine {
  constructor(
    readonly device: LinkedDevice,
    readonly connection: DeviceConnection,
    private readonly counters: Counters,
  ) {
    this.send({ tag: 'success', attrs: { t: seconds(), lid: device.lid } });
  }

  send(stanza: BinaryNode): void {
    const passes = this.counters.decide({ direction: 'to device', device: this.device, stanza });
    if (passes === 'pass') this.connection.send(stanza);
    if (passes === 'break') this.break();
  }

  break(): void {
    this.connection.break();
  }

  leave(): void {
    this.device.goOffline(this);
    this.counters.left(this);
  }

  async take(stanza: BinaryNode): Promise<void> {
    const passes = this.counters.decide({ direction: 'from device', device: this.device, stanza });
    if (passes === 'break') this.break();
    if (passes === 'pass') await this.handle(stanza);
  }

  private async handle(stanza: BinaryNode): Promise<void> {
    const { post, queries } = this.counters;
    const { attrs, tag } = stanza;
    switch (tag) {
      case 'iq':
        if (attrs.type !== 'get' && attrs.type !== 'set') return;
        this.send(await queries.answer(this.device, stanza));
        // The last thing that a device asks when it logs in.
        if (getAllBinaryNodeChildren(stanza)[0]?.tag === 'digest') this.device.goOnline(this);
        return;
      case 'message':
        return post.take(this.device, this, stanza);
      case 'receipt':
        await post.takeReceipt(this.device, stanza);
        return this.send(ackOf(stanza));
      case 'chatstate':
        if (getAllBinaryNodeChildren(stanza)[0]?.tag === 'composing')
          post.typing.add(`${this.device.owner.digits} ${attrs.to ?? ''}`);
        return;
      case 'ack':
        this.device.confirm(attrs.class ?? '', attrs.id ?? '', attrs.type);
        if (attrs.error !== undefined) this.device.refusals.push({ id: attrs.id ?? '', error: attrs.error });
        return;
    }
  }
}
