import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { join } from 'node:path';
import { decode, encode, type Answer } from 'dns-packet';

/** Returns the addresses of a name for its nth lookup (from 0). */
export type Addresses = (asked: number) => readonly string[];

/** A name server on loopback for the processes of the stack; it answers only the names that were set. */
export class LocalNames {
  private readonly rules = new Map<string, Addresses>();
  /** The number of questions for each name: two per lookup. */
  private readonly asked = new Map<string, number>();

  private constructor(private readonly socket: Socket) {}

  static async start(): Promise<LocalNames> {
    const socket = createSocket('udp4');
    const names = new LocalNames(socket);
    socket.on('message', (message, { port, address }) => socket.send(names.answer(message), port, address));
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return names;
  }

  /** Settings with which a Node process uses only this server. */
  get environment(): Record<string, string> {
    const { port } = this.socket.address();
    return {
      NODE_OPTIONS: `--require=${join(__dirname, 'ask-local-names.js')}`,
      ATTACKS_NAME_SERVER: `127.0.0.1:${port}`,
    };
  }

  /**
   * Sets the addresses of both families; both questions of one lookup get the same answer. Names below it (`a.name`)
   * have the same addresses, each with its own count.
   */
  set(name: string, addresses: Addresses): void {
    this.rules.set(name, addresses);
  }

  /** Number of lookups of the name. */
  lookups(name: string): number {
    return Math.ceil((this.asked.get(name) ?? 0) / 2);
  }

  async stop(): Promise<void> {
    this.socket.close();
    await once(this.socket, 'close');
  }

  private answer(message: Buffer): Buffer {
    const { id, questions = [] } = decode(message);
    const [question] = questions;
    const name = question?.name.toLowerCase() ?? '';
    const addresses = this.rules.get(name) ?? this.rules.get(name.slice(name.indexOf('.') + 1));
    const answers = question && addresses ? this.answersOf(question.name, question.type, addresses) : [];
    // NXDOMAIN is 3.
    return encode({ type: 'response', id, questions, answers, flags: addresses ? 0 : 3 });
  }

  private answersOf(name: string, type: string, addresses: Addresses): Answer[] {
    if (type !== 'A' && type !== 'AAAA') return [];
    const asked = this.asked.get(name.toLowerCase()) ?? 0;
    this.asked.set(name.toLowerCase(), asked + 1);
    return addresses(Math.floor(asked / 2))
      .filter((address) => address.includes(':') === (type === 'AAAA'))
      .map((data) => ({ type, name, data, ttl: 0 }));
  }
}
