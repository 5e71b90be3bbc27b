import type { Readable } from 'node:stream';
import { WebSocket } from 'ws';
import {
  decodeNetworkMessage,
  encode,
  fromWebSocketCode,
  toQrText,
  type EngineMessage,
  type NetworkMessage,
} from '@chat/device-network';
import { SerialQueue } from '../serial-queue';
import { AwaitedAcks } from './awaited-acks';
import { toContent, toOutgoing, toTime } from './simulated-content.rules';
import type { SimulatedMedia } from './simulated-media';
import {
  EngineClosedError,
  type Arrival,
  type EngineConnection,
  type EngineEvent,
  type EngineListener,
  type OutgoingMessage,
  type SendOutcome,
} from './device-engine';

const HANDSHAKE_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;
/** Maximum number of deliveries that the network leaves unconfirmed. */
const MAX_BATCH = 200;
const MANY = MAX_BATCH / 2;

/** One WebSocket to the sandbox's network. */
export class SimulatedConnection implements EngineConnection {
  private readonly socket: WebSocket;
  private readonly sends = new Map<string, (outcome: SendOutcome) => void>();
  private readonly reads = new AwaitedAcks();
  private pairings: { resolve: (code: string) => void; reject: (error: Error) => void }[] = [];
  private keepAlive: NodeJS.Timeout | undefined;
  private readonly queue = new SerialQueue();
  /** Arrivals not yet passed to the listener. */
  private arrived: { arrival: Arrival; delivery?: number }[] = [];
  private state: 'live' | 'failed' | 'closed_by_us' = 'live';

  constructor(
    url: string,
    private readonly media: SimulatedMedia,
    private readonly credentials: string | null,
    private readonly listener: EngineListener,
  ) {
    this.socket = new WebSocket(url, { handshakeTimeout: HANDSHAKE_TIMEOUT_MS });
    this.socket.on('open', () => {
      this.write({ type: 'hello', credentials });
      this.watchOver();
    });
    this.socket.on('message', (data: Buffer) => this.receive(data.toString()));
    // 'close' always follows and is handled instead.
    this.socket.on('error', () => undefined);
    this.socket.on('close', (code) => this.onClose(code));
  }

  requestPairingCode(phone: string): Promise<string> {
    return new Promise((resolve, reject) => {
      this.pairings.push({ resolve, reject });
      if (!this.write({ type: 'request_pairing_code', phone })) this.refusePairings();
    });
  }

  upload(bytes: Readable, signal: AbortSignal): Promise<string> {
    return this.media.upload(this.credentials ?? '', bytes, signal);
  }

  async send(message: OutgoingMessage, timeoutMs: number): Promise<SendOutcome> {
    const { chatMessageId: id, reference, to, content, uploaded } = message;
    const outgoing = toOutgoing(content, uploaded);
    if (!outgoing) return { kind: 'unsupported' };
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.settle(id, { kind: 'unknown' }), timeoutMs);
      this.sends.set(id, (outcome) => {
        clearTimeout(timer);
        resolve(outcome);
      });
      if (!this.write({ type: 'send', id, reference, to, ...outgoing }))
        this.settle(id, { kind: 'not_sent' });
    });
  }

  async read(chatMessageId: string, timeoutMs: number): Promise<boolean> {
    const isTaken = this.reads.wait(chatMessageId, timeoutMs);
    if (!this.write({ type: 'read', id: chatMessageId })) this.reads.settle(chatMessageId, false);
    return isTaken;
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
    this.socket.terminate();
  }

  /** @returns false when the connection is not open and nothing was written. */
  private write(message: EngineMessage): boolean {
    if (this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(encode(message));
    return true;
  }

  /** Terminates the connection when pings are not answered: the other end may disappear without closing it. */
  private watchOver(): void {
    let isAlive = true;
    this.socket.on('pong', () => (isAlive = true));
    this.keepAlive = setInterval(() => {
      if (!isAlive) return this.socket.terminate();
      isAlive = false;
      this.socket.ping();
    }, KEEP_ALIVE_MS);
  }

  private receive(frame: string): void {
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
        return this.tell({ type: 'qr', text: toQrText(message.ref), expiresAt });
      }
      case 'pairing_code':
        return this.pairings.shift()?.resolve(message.code);
      case 'paired':
        return this.tell({ type: 'paired', credentials: message.credentials });
      case 'open':
        return this.tell({ type: 'open', phoneNumber: message.phone_number });
      case 'ack':
        return this.settle(message.id, { kind: 'accepted' });
      case 'nack':
        return this.settle(message.id, { kind: 'refused', code: message.code, message: message.message });
      case 'read_ack':
        return this.reads.settle(message.id, true);
      case 'receipt': {
        const { id: chatMessageId, level, code: errorCode } = message;
        const at = toTime(message.at_ms, new Date());
        return this.arrive({ type: 'receipt', chatMessageId, level, errorCode, at }, message.delivery);
      }
      case 'message': {
        const { id: chatMessageId, from, push_name: pushName } = message;
        const sentAt = toTime(message.sent_at_ms, new Date());
        const content = toContent(message);
        return this.arrive(
          { type: 'message', chatMessageId, from, pushName, content, sentAt },
          message.delivery,
        );
      }
    }
  }

  /** Queues an arrival. Arrivals that come while the listener is busy are passed to it together. */
  private arrive(arrival: Arrival, delivery?: number): void {
    this.arrived.push({ arrival, delivery });
    if (arrival.type === 'message' || this.arrived.length === MANY) this.listener.hurry();
    if (this.arrived.length === 1) this.takeArrived();
  }

  private takeArrived(): void {
    this.inTurn(async () => {
      const batch = this.arrived.splice(0, MAX_BATCH);
      if (this.arrived.length > 0) this.takeArrived();
      await this.listener.hear({ type: 'arrived', arrivals: batch.map(({ arrival }) => arrival) });
      const deliveries = batch.flatMap(({ delivery }) => delivery ?? []);
      if (deliveries.length > 0) this.write({ type: 'received', deliveries });
    });
  }

  private tell(event: EngineEvent): void {
    this.inTurn(() => this.listener.hear(event), event.type === 'closed');
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
    const resolve = this.sends.get(chatMessageId);
    this.sends.delete(chatMessageId);
    if (resolve) return resolve(outcome);
    const at = new Date();
    if (outcome.kind === 'accepted') {
      this.arrive({ type: 'receipt', chatMessageId, level: 'sent', errorCode: null, at });
    }
    if (outcome.kind === 'refused') {
      this.arrive({ type: 'receipt', chatMessageId, level: 'failed', errorCode: outcome.code, at });
    }
  }

  private refusePairings(): void {
    this.pairings.forEach(({ reject }) => reject(new EngineClosedError('The connection ended.')));
    this.pairings = [];
  }

  private onClose(webSocketCode: number): void {
    clearInterval(this.keepAlive);
    for (const id of [...this.sends.keys()]) this.settle(id, { kind: 'unknown' });
    this.reads.end();
    this.refusePairings();
    this.tell({ type: 'closed', code: fromWebSocketCode(webSocketCode) });
  }
}
