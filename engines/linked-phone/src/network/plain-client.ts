import { once } from 'node:events';
import { Agent } from 'node:https';
import {
  initAuthCreds,
  makeWASocket,
  type AuthenticationCreds,
  type ConnectionState,
  type proto,
  type WAMessage,
  type WASocket,
} from '@whiskeysockets/baileys';
import { until } from '@chat/test-kit';
import { KeysInMemory } from './keys-in-memory';
import type { PhoneNetwork } from './phone-network';
import { silent } from '../silent';

/** The library as it is, with its keys in memory: what shows that the network speaks as the real one does. */
export class PlainClient {
  readonly updates: Partial<ConnectionState>[] = [];
  readonly messages: WAMessage[] = [];
  /** The receipts that it told of: ids with their status. */
  readonly statuses: { id: string; status: number }[] = [];
  readonly socket: WASocket;

  private constructor(
    private readonly network: PhoneNetwork,
    readonly creds: AuthenticationCreds,
    private readonly keys: KeysInMemory,
  ) {
    this.socket = makeWASocket({
      auth: { creds, keys },
      waWebSocketUrl: network.url,
      logger: silent,
      defaultQueryTimeoutMs: 2_000,
      markOnlineOnConnect: false,
      // Nothing is held back in wait for a history, which nobody sends here.
      shouldSyncHistoryMessage: () => false,
      fetchAgent: new Agent({ ca: network.media.ca }),
    });
    const { ev } = this.socket;
    ev.on('connection.update', (update) => this.updates.push(update));
    ev.on('messages.upsert', ({ messages }) => this.messages.push(...messages));
    ev.on('messages.update', (updates) =>
      updates.forEach(({ key, update }) =>
        this.statuses.push({ id: key.id ?? '', status: update.status ?? 0 }),
      ),
    );
  }

  static connect(network: PhoneNetwork): PlainClient {
    return new PlainClient(network, initAuthCreds(), new KeysInMemory());
  }

  /** Links a phone by the first code that is shown. @returns the connection after the restart. */
  static async linked(network: PhoneNetwork, digits: string): Promise<PlainClient> {
    const client = PlainClient.connect(network);
    await network.linking.scan(network.phone(digits), await client.code());
    return client.restarted();
  }

  /** Returns the first code to scan. */
  code(): Promise<string> {
    return until(() => this.updates.find(({ qr }) => qr)?.qr, { describe: 'a code' });
  }

  /** Asks for a code that the owner of the phone types in. The library returns it before the network has answered. */
  async pairingCode(digits: string): Promise<string> {
    const answered = once(this.socket.ws, 'CB:iq,type:result,link_code_companion_reg');
    const code = await this.socket.requestPairingCode(digits);
    await answered;
    return code;
  }

  /** Returns the status with which the connection closed. */
  async closed(): Promise<number | undefined> {
    const update = await until(() => this.updates.find(({ connection }) => connection === 'close'), {
      describe: 'the connection to close',
    });
    const error = update.lastDisconnect?.error as { output?: { statusCode: number } } | undefined;
    return error?.output?.statusCode;
  }

  opened(): Promise<unknown> {
    return until(() => this.updates.find(({ connection }) => connection === 'open'), {
      describe: 'the connection to open',
    });
  }

  /** Connects again with the same keys, after this connection has ended. */
  async reconnected(): Promise<PlainClient> {
    await this.closed();
    return new PlainClient(this.network, this.creds, this.keys);
  }

  /** Connects again, and waits until the network has let it in. */
  async restarted(): Promise<PlainClient> {
    const next = await this.reconnected();
    await next.opened();
    return next;
  }

  message(id: string): Promise<WAMessage> {
    return until(() => this.messages.find(({ key, message }) => key.id === id && message), {
      describe: `the message ${id}`,
    });
  }

  /** Waits until it was told that a message has this status. */
  status(id: string, status: proto.WebMessageInfo.Status): Promise<unknown> {
    const told = () =>
      this.statuses.some((each) => each.id === id && each.status === (status as number)) ||
      this.messages.some(({ key, status: its }) => key.id === id && its === status);
    return until(told, { describe: `the status ${status} of ${id}` });
  }

  /** Returns the network's answer to a message. */
  async answer(id: string): Promise<string> {
    const isIt = ({ attrs }: { attrs: Record<string, string> }) => attrs.id === id;
    for (;;) {
      const [node] = (await once(this.socket.ws, 'CB:ack,class:message')) as [
        { attrs: Record<string, string> },
      ];
      if (isIt(node)) return node.attrs.error ?? 'accepted';
    }
  }

  async close(): Promise<void> {
    await this.socket.end(undefined);
  }
}
