import type { BinaryNode } from '@whiskeysockets/baileys';
import type { KeyBundle, PublicKey } from './key-bundle';
import type { Phone } from './phone';

/** The connection of a device, as the device sees it. */
export interface DeviceLine {
  send(stanza: BinaryNode): void;
}

/** What a device said of itself when it asked to be linked. */
export interface Registration {
  /** What the phone shows it as. */
  name: string;
  /** Of the client. */
  version: string;
  noiseKey: Buffer;
  registrationId: number;
  identity: Uint8Array;
  signed: PublicKey & { signature: Uint8Array };
}

/** A device that is linked to a phone, as the network knows it. */
export class LinkedDevice {
  /** The keys of which each is given out once. */
  readonly keys: PublicKey[] = [];
  /** What the device answered with an error: by then, the network has forgotten it. */
  readonly refusals: { id: string; error: string }[] = [];
  /** What it has not confirmed yet, in order. */
  private pending: BinaryNode[] = [];
  private line: DeviceLine | null = null;

  constructor(
    readonly owner: Phone,
    readonly number: number,
    readonly registration: Registration,
  ) {}

  get jid(): string {
    return `${this.owner.digits}:${this.number}@s.whatsapp.net`;
  }

  get lid(): string {
    return `${this.owner.lidDigits}:${this.number}@lid`;
  }

  /** How much it has not confirmed yet. */
  get unconfirmed(): number {
    return this.pending.length;
  }

  bundle(): KeyBundle {
    const { registrationId, identity, signed } = this.registration;
    return { registrationId, identity, signed, once: this.keys.shift() ?? null };
  }

  /** Delivers a stanza now, and again after each login until the device has confirmed it. */
  deliver(stanza: BinaryNode): void {
    this.pending.push(stanza);
    this.line?.send(stanza);
  }

  /** Sends what was missed, and from now on what comes. */
  goOnline(line: DeviceLine): void {
    for (const stanza of this.pending) line.send({ ...stanza, attrs: { ...stanza.attrs, offline: '1' } });
    line.send({
      tag: 'ib',
      attrs: { from: 's.whatsapp.net' },
      content: [{ tag: 'offline', attrs: { count: String(this.pending.length) } }],
    });
    this.line = line;
  }

  goOffline(line: DeviceLine): void {
    if (this.line === line) this.line = null;
  }

  confirm(tag: string, id: string, type?: string): void {
    const at = this.pending.findIndex(
      ({ tag: itsTag, attrs }) =>
        itsTag === tag && attrs.id === id && (tag === 'message' || attrs.type === type),
    );
    if (at >= 0) this.pending.splice(at, 1);
  }
}
