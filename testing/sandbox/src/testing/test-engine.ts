import { WebSocket } from 'ws';
import {
  decodeNetworkMessage,
  encode,
  fromWebSocketCode,
  type EngineMessage,
  type NetworkMessage,
} from '@chat/device-network';
import { until } from '@chat/test-kit';

/** An engine for specs: it sends what it is told to, and keeps what it receives. */
export class TestEngine {
  readonly heard: NetworkMessage[] = [];
  closeCode: number | null = null;
  /** How many pings were answered. */
  pongs = 0;

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (data: Buffer) => this.heard.push(decodeNetworkMessage(data.toString())));
    socket.on('pong', () => (this.pongs += 1));
    socket.on('error', () => undefined);
    socket.on('close', (code) => (this.closeCode = fromWebSocketCode(code)));
  }

  static async connect(networkUrl: string, credentials: string | null): Promise<TestEngine> {
    const socket = new WebSocket(networkUrl);
    const engine = new TestEngine(socket);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    engine.say({ type: 'hello', credentials });
    return engine;
  }

  say(message: EngineMessage): void {
    this.socket.send(encode(message));
  }

  ping(): void {
    this.socket.ping();
  }

  sayRaw(frame: string): void {
    this.socket.send(frame);
  }

  /** Returns the next message of the type that was not returned yet. */
  async next<T extends NetworkMessage['type']>(type: T): Promise<Extract<NetworkMessage, { type: T }>> {
    const message = await this.nextOf(
      (candidate) => candidate.type === type,
      `a message ${type} of the network`,
    );
    return message as Extract<NetworkMessage, { type: T }>;
  }

  /** Returns the next such message that was not returned yet. */
  async nextOf(isIt: (message: NetworkMessage) => boolean, describe: string): Promise<NetworkMessage> {
    const message = await until(() => this.heard.find(isIt), { describe });
    this.heard.splice(this.heard.indexOf(message), 1);
    return message;
  }

  async closed(): Promise<number> {
    await until(() => this.closeCode !== null, { describe: 'the network to close the connection' });
    return this.closeCode!;
  }

  /** Breaks the connection without closing it. */
  vanish(): void {
    this.socket.terminate();
  }
}
