import { once } from 'node:events';
import { decodeBinaryNode, type BinaryNode, type proto } from '@whiskeysockets/baileys';
import type { RawData, WebSocket } from 'ws';
import type { NetworkIdentity } from './certificates';
import { framed, FrameReader, NoiseResponder } from './noise';

/** What the network makes of a device once it knows who it is. */
export interface Speaker {
  take(stanza: BinaryNode): Promise<void> | void;
  leave(): void;
}

/** Returns who speaks on a connection; null to hear no more of it. */
export type Greet = (
  connection: DeviceConnection,
  staticKey: Buffer,
  payload: proto.ClientPayload,
) => Speaker | null;

/** Returns a stanza as bytes. */
export type Encode = (stanza: BinaryNode) => Uint8Array;

/** One encrypted connection of a device. */
export class DeviceConnection {
  private isSilent = false;
  private readonly noise: NoiseResponder;
  private readonly frames = new FrameReader();
  private work: Promise<void> = Promise.resolve();
  private isGreeted = false;
  private speaker: Speaker | null = null;

  constructor(
    private readonly socket: WebSocket,
    identity: NetworkIdentity,
    private readonly greet: Greet,
    private readonly encode: Encode,
  ) {
    this.noise = new NoiseResponder(identity);
    socket.on('message', (data: RawData) => this.enqueue(Buffer.from(data as Buffer)));
    socket.on('close', () => this.speaker?.leave());
    socket.on('error', () => socket.terminate());
  }

  send(stanza: BinaryNode): void {
    this.sendSealed(this.encode(stanza));
  }

  /** Sends these bytes in place of those of a stanza. */
  sendSealed(bytes: Uint8Array): void {
    if (this.isSilent || this.socket.readyState !== this.socket.OPEN) return;
    this.socket.send(framed(this.noise.sealStanza(bytes)));
  }

  /** Sends these bytes in place of an encrypted frame. */
  sendRaw(bytes: Uint8Array): void {
    this.socket.send(bytes);
  }

  /** Lets nothing through from now on, though the connection stays open. Resolves when the device has all that was sent before. */
  async silence(): Promise<void> {
    this.isSilent = true;
    this.socket.ping();
    await once(this.socket, 'pong');
  }

  /** Says why, and ends the connection. */
  end(stanza: BinaryNode): void {
    this.send(stanza);
    this.socket.close();
  }

  break(): void {
    this.socket.terminate();
  }

  /** Frames are handled one after the other: each is encrypted with a counter. */
  private enqueue(data: Buffer): void {
    this.work = this.work.then(async () => {
      for (const frame of this.frames.read(data)) await this.take(frame);
    });
    this.work = this.work.catch(() => this.socket.terminate());
  }

  private async take(frame: Buffer): Promise<void> {
    if (this.noise.isEstablished) {
      const stanza = await decodeBinaryNode(this.noise.openStanza(frame));
      if (!this.isSilent) await this.speaker?.take(stanza);
    } else if (!this.isGreeted) {
      this.isGreeted = true;
      this.socket.send(framed(this.noise.greet(frame)));
    } else {
      const { staticKey, payload } = this.noise.finish(frame);
      this.speaker = this.greet(this, staticKey, payload);
    }
  }
}
