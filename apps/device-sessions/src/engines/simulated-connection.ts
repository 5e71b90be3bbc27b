import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { WebSocket } from 'ws';
import {
  decodeNetworkMessage,
  encode,
  toQrText,
  type EngineMessage,
  type NetworkMessage,
} from '@chat/device-network';
import { MediaGoneError } from '@chat/connector-kit';
import type { MessageContent } from '@chat/contracts/connector';
import { SerialQueue } from '../serial-queue';
import { AwaitedAnswers } from './awaited-answers';
import type { CloseReason } from './close-reasons';
import { reasonOfClose } from './simulated-close.rules';
import { addressOf, toArrival, toOutgoing, toPerson, type NetworkArrival } from './simulated-content.rules';
import type { SimulatedMedia } from './simulated-media';
import {
  EngineClosedError,
  PairingRefusedError,
  type Arrival,
  type EngineConnection,
  type EngineEvent,
  type EngineListener,
  type OutgoingMessage,
  type PairingCode,
  type Person,
  type ReceivedName,
  type Referred,
  type SendOutcome,
  type SessionStore,
  type UploadKind,
} from './device-engine';

const HANDSHAKE_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
/** Where the network does not say how long a code is good. */
const PAIRING_CODE_MS = 60_000;
/** Maximum number of deliveries that the network leaves unconfirmed. */
const MAX_BATCH = 200;
const MANY = MAX_BATCH / 2;

type Found = Extract<NetworkMessage, { type: 'found' }>['people'];
type Outgoing = NonNullable<ReturnType<typeof toOutgoing>>;

/** One WebSocket to the sandbox's network. */
export class SimulatedConnection implements EngineConnection {
  private readonly socket: WebSocket;
  private readonly sends = new AwaitedAnswers<SendOutcome>();
  private readonly reads = new AwaitedAnswers<true>();
  private readonly lookUps = new AwaitedAnswers<Found>();
  private readonly renewals = new AwaitedAnswers<{ ref: string | null }>();
  private pairings: { resolve: (code: PairingCode) => void; reject: (error: Error) => void }[] = [];
  private keepAlive: NodeJS.Timeout | undefined;
  private readonly queue = new SerialQueue();
  /** Arrivals not yet passed to the listener. */
  private arrived: { arrival: Arrival; delivery?: number }[] = [];
  private state: 'live' | 'failed' | 'closed_by_us' = 'live';
  /** Why the connection is going to end, where the network said so before. */
  private closing: CloseReason | null = null;
  private hasOpened = false;

  constructor(
    url: string,
    private readonly media: SimulatedMedia,
    private readonly session: SessionStore,
    private readonly listener: EngineListener,
  ) {
    this.socket = new WebSocket(url, { handshakeTimeout: HANDSHAKE_TIMEOUT_MS });
    this.socket.on('open', () => {
      this.hasOpened = true;
      this.write({ type: 'hello', credentials: session.state });
      this.keepAlive = setInterval(() => this.socket.ping(), KEEP_ALIVE_MS);
    });
    this.socket.on('pong', () => listener.alive());
    this.socket.on('message', (data: Buffer) => this.receive(data.toString()));
    // 'close' always follows and is handled instead.
    this.socket.on('error', () => undefined);
    this.socket.on('close', (code) => this.onClose(code));
  }

  requestPairingCode(phone: string): Promise<PairingCode> {
    return new Promise((resolve, reject) => {
      this.pairings.push({ resolve, reject });
      if (!this.write({ type: 'request_pairing_code', phone })) {
        this.refusePairings(new EngineClosedError('The connection ended.'));
      }
    });
  }

  async lookUp(phones: readonly string[], timeoutMs: number): Promise<Person | null> {
    const people = await this.ask(this.lookUps, timeoutMs, (id) => ({
      ...{ type: 'look_up' as const, id },
      phones: [...phones],
    }));
    const found = people.find(({ address }) => address !== null);
    return found ? toPerson(found.address, found.user_id) : null;
  }

  async upload(kind: UploadKind, open: () => Promise<Readable>, signal: AbortSignal): Promise<string> {
    const bytes = await open();
    return this.media
      .upload({ credentials: this.session.state ?? '', kind, bytes, signal })
      .finally(() => bytes.destroy());
  }

  compose(content: MessageContent, uploaded: string | null, referred?: Referred | null): Uint8Array | null {
    const outgoing = toOutgoing(content, uploaded, referred ?? null);
    return outgoing && Buffer.from(JSON.stringify(outgoing));
  }

  async send(message: OutgoingMessage, timeoutMs: number): Promise<SendOutcome> {
    const { chatMessageId: id, reference, to, composed } = message;
    const outcome = this.sends.wait(id, timeoutMs);
    if (!this.write({ type: 'send', id, reference, to: addressOf(to), ...decompose(composed) })) {
      this.sends.settle(id, { kind: 'not_sent' });
    }
    return (await outcome) ?? { kind: 'unknown' };
  }

  async read(messages: readonly ReceivedName[], timeoutMs: number): Promise<boolean> {
    const ids = messages.map(({ chatMessageId }) => chatMessageId);
    const id = ids.at(-1)!;
    const isTaken = this.reads.wait(id, timeoutMs);
    if (!this.write({ type: 'read', id, ids })) this.reads.settle(id, null);
    return (await isTaken) ?? false;
  }

  showTyping(to: Person): Promise<boolean> {
    return Promise.resolve(this.write({ type: 'typing', to: addressOf(to) }));
  }

  async renewMedia(source: string, timeoutMs: number): Promise<string> {
    const { ref } = await this.ask(this.renewals, timeoutMs, (id) => ({
      ...{ type: 'renew_media' as const, id },
      ref: source,
    }));
    if (ref === null) throw new MediaGoneError('The phone no longer has the bytes.');
    return ref;
  }

  async logOut(timeoutMs: number): Promise<void> {
    if (!this.write({ type: 'log_out' })) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, timeoutMs);
      this.socket.once('close', () => {
        clearTimeout(timer);
        resolve();
      });
    });
  }

  close(): void {
    this.state = 'closed_by_us';
    clearInterval(this.keepAlive);
    this.socket.terminate();
  }

  /** @throws Error when the network does not answer in time. */
  private async ask<T>(
    answers: AwaitedAnswers<T>,
    timeoutMs: number,
    questionOf: (id: string) => EngineMessage,
  ): Promise<T> {
    const id = randomUUID();
    const answer = answers.wait(id, timeoutMs);
    if (!this.write(questionOf(id))) answers.settle(id, null);
    return (await answer) ?? Promise.reject(new Error('The network did not answer.'));
  }

  /** @returns false when the connection is not open and nothing was written. */
  private write(message: EngineMessage): boolean {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(encode(message));
    return true;
  }

  private receive(frame: string): void {
    this.listener.alive();
    try {
      this.onMessage(decodeNetworkMessage(frame));
    } catch {
      this.socket.terminate();
    }
  }

  private onMessage(message: NetworkMessage): void {
    switch (message.type) {
      case 'qr': {
        const expiresAt = Date.now() + message.lives_ms;
        return this.emit({ type: 'qr', text: toQrText(message.ref), expiresAt });
      }
      case 'pairing_code': {
        const { code, lives_ms = PAIRING_CODE_MS } = message;
        return this.pairings.shift()?.resolve({ code, expiresAt: Date.now() + lives_ms });
      }
      case 'pairing_refused':
        return this.pairings.shift()?.reject(new PairingRefusedError(message.message));
      case 'passkey_required':
        this.closing = 'passkey_required';
        return;
      case 'paired':
        return this.inTurn(async () => {
          await this.listener.inTurn(() => this.session.saveState(message.credentials));
          await this.listener.handle({ type: 'paired' });
        });
      case 'open':
        return this.emit({ type: 'open', phoneNumber: message.phone_number });
      case 'restricted': {
        const { until_ms, lifted = false } = message;
        const until = until_ms === null ? null : new Date(until_ms);
        return this.emit({ type: 'restricted', isRestricted: !lifted, until });
      }
      case 'ack':
        return this.settle(message.id, { kind: 'accepted' });
      case 'nack':
        return this.settle(message.id, { kind: 'refused', code: message.code, message: message.message });
      case 'read_ack':
        return void this.reads.settle(message.id, true);
      case 'found':
        return void this.lookUps.settle(message.id, message.people);
      case 'media_renewed':
        return void this.renewals.settle(message.id, message);
      case 'retry':
        return this.inTurn(() => this.resend(message.id, message.delivery));
      case 'receipt':
      case 'message':
      case 'echo':
        return this.arrive(message);
    }
  }

  /** Queues an arrival. Arrivals that come while the listener is busy are passed to it together. */
  private arrive(message: NetworkArrival): void {
    this.push(toArrival(message, new Date()), message.delivery);
  }

  private push(arrival: Arrival, delivery?: number): void {
    this.arrived.push({ arrival, delivery });
    if (arrival.type !== 'receipt' || this.arrived.length === MANY) this.listener.hurry();
    if (this.arrived.length === 1) this.takeArrived();
  }

  private takeArrived(): void {
    this.inTurn(async () => {
      const batch = this.arrived.splice(0, MAX_BATCH);
      if (this.arrived.length > 0) this.takeArrived();
      await this.listener.handle({
        type: 'arrived',
        arrivals: batch.map(({ arrival }) => arrival),
        keys: [],
      });
      const deliveries = batch.flatMap(({ delivery }) => delivery ?? []);
      if (deliveries.length > 0) this.write({ type: 'received', deliveries });
    });
  }

  /** Sends the content of a message again, to a device that could not read it. What is no longer kept stays unread. */
  private async resend(id: string, delivery: number): Promise<void> {
    const composed = await this.session.sentContent(id);
    if (composed) this.write({ type: 'resend', id, ...decompose(composed) });
    this.write({ type: 'received', deliveries: [delivery] });
  }

  private emit(event: EngineEvent): void {
    this.inTurn(() => this.listener.handle(event), event.type === 'closed');
  }

  /** Runs work in order. After a failure the rest is skipped so that it does not overtake: all of it is redelivered. */
  private inTurn(work: () => Promise<void>, evenAfterFailure = false): void {
    void this.queue.take(async () => {
      if (this.state === 'closed_by_us' || (this.state === 'failed' && !evenAfterFailure)) return;
      try {
        await work();
      } catch {
        if (this.state === 'live') this.state = 'failed';
        this.socket.terminate();
      }
    });
  }

  /** Settles a send. An answer that comes too late for the caller is reported as a receipt instead. */
  private settle(chatMessageId: string, outcome: SendOutcome): void {
    if (this.sends.settle(chatMessageId, outcome)) return;
    const at = new Date();
    if (outcome.kind === 'accepted') {
      this.push({ type: 'receipt', chatMessageId, level: 'sent', errorCode: null, at });
    }
    if (outcome.kind === 'refused') {
      this.push({ type: 'receipt', chatMessageId, level: 'failed', errorCode: outcome.code, at });
    }
  }

  private refusePairings(error: Error): void {
    this.pairings.splice(0).forEach(({ reject }) => reject(error));
  }

  private onClose(webSocketCode: number): void {
    clearInterval(this.keepAlive);
    for (const answers of [this.sends, this.reads, this.lookUps, this.renewals]) answers.end();
    this.refusePairings(new EngineClosedError('The connection ended.'));
    const reason = this.hasOpened ? reasonOfClose(webSocketCode, this.session.state !== null) : 'unreachable';
    this.emit({ type: 'closed', reason: this.closing ?? reason });
  }
}

function decompose(composed: Uint8Array): Outgoing {
  return JSON.parse(Buffer.from(composed).toString()) as Outgoing;
}
