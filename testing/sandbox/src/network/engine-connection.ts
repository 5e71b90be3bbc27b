import { WebSocket } from 'ws';
import {
  decodeEngineMessage,
  encode,
  ProtocolError,
  toWebSocketCode,
  type EngineMessage,
  type NetworkMessage,
} from '@chat/device-network';
import type { DeliveryPump } from './delivery-pump';
import type { Link } from './links.repository';

const HELLO_TIMEOUT_MS = 10_000;
const PROTOCOL_ERROR = 1002;
const INTERNAL_ERROR = 1011;

/** The network's handlers for the messages of an engine. */
export interface EngineListener {
  onMessage(connection: EngineConnection, message: EngineMessage): Promise<void>;
  onClose(connection: EngineConnection): void;
  onError(error: unknown): void;
}

/** The network's end of one engine's WebSocket. */
export class EngineConnection {
  /** Set at login. */
  login: { link: Link; pump: DeliveryPump } | null = null;
  private hasSaidHello = false;
  /** What goes out when the line is heard again; null while nothing is held back. */
  private held: (() => void)[] | null = null;
  private silence: NodeJS.Timeout | undefined;

  constructor(
    private readonly socket: WebSocket,
    private readonly listener: EngineListener,
  ) {
    const impatience = setTimeout(() => this.reset(), HELLO_TIMEOUT_MS);
    socket.once('message', () => clearTimeout(impatience));
    socket.on('message', (data, isBinary) => void this.receive(isBinary ? '' : (data as Buffer).toString()));
    socket.on('error', () => socket.terminate());
    socket.on('close', () => {
      clearTimeout(impatience);
      clearTimeout(this.silence);
      this.login?.pump.stop();
      listener.onClose(this);
    });
  }

  get isOpen(): boolean {
    return this.socket.readyState === WebSocket.OPEN;
  }

  send(message: NetworkMessage): void {
    this.goOut(() => this.isOpen && this.socket.send(encode(message)));
  }

  /**
   * Keeps the connection open, but silent: nothing goes out, not even an answer to a ping, and what comes in is read only
   * afterwards.
   */
  keepSilent(ms: number): void {
    clearTimeout(this.silence);
    this.held ??= [];
    this.socket.pause();
    this.silence = setTimeout(() => {
      const held = this.held ?? [];
      this.held = null;
      held.forEach((go) => go());
      this.socket.resume();
    }, ms);
  }

  /** Ends the connection with one of the network's codes. */
  close(code: number, reason: string): void {
    this.login?.pump.stop();
    this.goOut(() => this.socket.close(toWebSocketCode(code), reason));
  }

  /** Breaks the connection without closing it properly. */
  reset(): void {
    this.login?.pump.stop();
    this.socket.terminate();
  }

  private goOut(go: () => void): void {
    if (this.held) this.held.push(go);
    else go();
  }

  private async receive(frame: string): Promise<void> {
    try {
      const message = decodeEngineMessage(frame);
      if ((message.type === 'hello') === this.hasSaidHello) {
        throw new ProtocolError('An engine says hello first, and once.');
      }
      this.hasSaidHello = true;
      await this.listener.onMessage(this, message);
    } catch (error) {
      if (error instanceof ProtocolError) return this.socket.close(PROTOCOL_ERROR, error.message);
      this.listener.onError(error);
      this.socket.close(INTERNAL_ERROR, 'The sandbox could not do this.');
    }
  }
}
