import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { WebSocket } from 'ws';
import { decodeNetworkMessage, encode, type EngineMessage, type NetworkMessage } from '@chat/device-network';

type Send = Omit<Extract<EngineMessage, { type: 'send' }>, 'type'>;

/** A linked phone of one of the floor's accounts on the sandbox's network. */
export class NetworkSession {
  private readonly waiting = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();

  private constructor(private readonly socket: WebSocket) {
    socket.on('message', (frame: Buffer) => this.receive(decodeNetworkMessage(frame.toString())));
    // Pending sends would wait forever.
    socket.on('close', () => process.exit(1));
  }

  /** Links a virtual phone by a pairing code, and logs in with the resulting credentials. */
  static async open(networkUrl: string, sandboxUrl: string, phone: string): Promise<NetworkSession> {
    const credentials = await pair(networkUrl, sandboxUrl, phone);
    const socket = await connect(networkUrl);
    const opened = expect(socket, 'open');
    say(socket, { type: 'hello', credentials });
    await opened;
    return new NetworkSession(socket);
  }

  /** Resolves to the message id when the network accepts it; rejects when it is refused. */
  send(message: Omit<Send, 'id'>): Promise<string> {
    const id = randomBytes(10).toString('hex').toUpperCase();
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: () => resolve(id), reject });
      say(this.socket, { type: 'send', id, ...message });
    });
  }

  private receive(message: NetworkMessage): void {
    if (message.type === 'ack') this.take(message.id)?.resolve();
    if (message.type === 'nack') this.take(message.id)?.reject(new Error(message.message));
    // Receipts are confirmed and discarded.
    if (message.type === 'receipt') say(this.socket, { type: 'received', deliveries: [message.delivery] });
  }

  private take(id: string) {
    const waiter = this.waiting.get(id);
    this.waiting.delete(id);
    return waiter;
  }
}

async function pair(networkUrl: string, sandboxUrl: string, phone: string): Promise<string> {
  const socket = await connect(networkUrl);
  const asked = expect(socket, 'qr');
  say(socket, { type: 'hello', credentials: null });
  await asked;

  const answered = expect(socket, 'pairing_code');
  say(socket, { type: 'request_pairing_code', phone });
  const { code } = await answered;

  const paired = expect(socket, 'paired');
  const linked = await fetch(`${sandboxUrl}/phones/${phone}/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ pairing_code: code }),
  });
  if (!linked.ok) throw new Error(`The sandbox did not link the phone: ${await linked.text()}`);
  return (await paired).credentials;
}

async function connect(url: string): Promise<WebSocket> {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  return socket;
}

function say(socket: WebSocket, message: EngineMessage): void {
  socket.send(encode(message));
}

/** Waits for the next message of this type. */
function expect<T extends NetworkMessage['type']>(
  socket: WebSocket,
  type: T,
): Promise<Extract<NetworkMessage, { type: T }>> {
  return new Promise((resolve) => {
    const listener = (frame: Buffer) => {
      const message = decodeNetworkMessage(frame.toString());
      if (message.type !== type) return;
      socket.off('message', listener);
      resolve(message as Extract<NetworkMessage, { type: T }>);
    };
    socket.on('message', listener);
  });
}
