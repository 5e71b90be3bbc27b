import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeBinaryNode, proto, type BinaryNode } from '@whiskeysockets/baileys';
import { WebSocketServer } from 'ws';
import { createIdentity } from './certificates';
import { DeviceConnection, type Encode, type Speaker } from './device-connection';
import { DeviceSession, type Counters, type Passage, type Passes } from './device-session';
import { Directory } from './directory';
import type { LinkedDevice, Registration } from './linked-device';
import { Linking } from './linking';
import { MediaHost } from './media-host';
import type { Phone } from './phone';
import { PostOffice } from './post-office';
import { Queries, restrictionOf } from './queries';
import { Signer } from './signer';
import { seconds, SERVER } from './stanzas';

/** How the network ends a connection. */
export type Ending =
  | { failure: number; expiresInSeconds?: number }
  | { streamError: number }
  | 'replaced'
  | 'downgraded'
  | 'closed'
  | 'broken';

/** The phones' network on loopback, with everybody's phones. Tests control it from the same process. */
export class PhoneNetwork {
  readonly directory = new Directory();
  private readonly signer = new Signer();
  readonly linking = new Linking(this.directory, this.signer);
  readonly post: PostOffice;
  readonly queries: Queries;
  /** Decides about each stanza of linked devices. */
  intercept: (passage: Passage) => Passes = () => 'pass';
  /** How stanzas for devices are written: they may be compressed. */
  encode: Encode = encodeBinaryNode;
  /** The HTTP status with which connections are refused; null while they are accepted. */
  refusesWith: number | null = null;
  /** How many connections it has accepted so far. */
  accepted = 0;
  private readonly identity = createIdentity();
  private readonly counters: Counters;
  private readonly sessions = new Set<DeviceSession>();
  private readonly sockets = new WebSocketServer({ noServer: true });
  private notifications = 0;

  private constructor(
    private readonly server: Server,
    readonly media: MediaHost,
  ) {
    this.post = new PostOffice(this.directory, media);
    this.queries = new Queries(this.directory, media.name, (device) => this.unlink(device.owner, device));
    this.counters = {
      post: this.post,
      queries: this.queries,
      decide: (passage) => this.intercept(passage),
      left: (session) => this.sessions.delete(session),
    };
    server.on('upgrade', (request, socket, head) => {
      if (this.refusesWith === null)
        this.sockets.handleUpgrade(request, socket, head, (webSocket) => {
          this.accepted += 1;
          new DeviceConnection(
            webSocket,
            this.identity,
            (...greeting) => this.greet(...greeting),
            (stanza) => this.encode(stanza),
          );
        });
      else
        socket.end(`HTTP/1.1 ${this.refusesWith} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
    });
  }

  static async start(): Promise<PhoneNetwork> {
    const network = new PhoneNetwork(createServer(), await MediaHost.start());
    network.server.listen(0, '127.0.0.1');
    await once(network.server, 'listening');
    return network;
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.server.address() as AddressInfo).port}/ws/chat`;
  }

  /** The key of the root of its certificates, which clients must trust. */
  get rootKey(): Buffer {
    return this.identity.rootKey;
  }

  /** Returns the phone of this number. */
  phone(digits: string): Phone {
    return this.directory.phone(digits);
  }

  /** The owner removes one linked device, or all. */
  unlink(phone: Phone, only?: LinkedDevice): void {
    for (const device of only ? [only] : [...phone.devices.values()]) {
      phone.devices.delete(device.number);
      const conflict = { tag: 'conflict', attrs: { type: 'device_removed' } };
      for (const { connection } of this.sessionsOf(device))
        connection.end({ tag: 'stream:error', attrs: { code: '401' }, content: [conflict] });
    }
  }

  /** Ends the connections of a phone's devices. */
  end(phone: Phone, ending: Ending): void {
    for (const connection of this.connectionsOf(phone))
      if (ending === 'broken') connection.break();
      else connection.end(farewell(ending));
  }

  /** Lets nothing more through on the connections of a phone's devices, which stay open. */
  async silence(phone: Phone): Promise<void> {
    await Promise.all(this.connectionsOf(phone).map((connection) => connection.silence()));
  }

  /** Returns the connections of a phone's devices. */
  connectionsOf(phone: Phone): DeviceConnection[] {
    const sessions = [...phone.devices.values()].flatMap((device) => this.sessionsOf(device));
    return sessions.map(({ connection }) => connection);
  }

  /** Forbids the phone to start new chats until then, or allows it again. */
  restrict(phone: Phone, until: Date | null): void {
    phone.restrictedUntil = until;
    const data = { xwa2_notify_account_reachout_timelock: restrictionOf(until) };
    const update = {
      tag: 'update',
      attrs: { op_name: 'NotificationUserReachoutTimelockUpdate' },
      content: Buffer.from(JSON.stringify({ data })),
    };
    this.notifications += 1;
    const attrs = { from: SERVER, id: `mex-${this.notifications}`, type: 'mex', t: seconds() };
    for (const device of phone.devices.values())
      device.deliver({ tag: 'notification', attrs, content: [update] });
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets.clients) socket.terminate();
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await Promise.all([closed, this.media.stop(), this.signer.stop()]);
  }

  private greet(
    connection: DeviceConnection,
    staticKey: Buffer,
    payload: proto.ClientPayload,
  ): Speaker | null {
    const { devicePairingData, username, device: number, userAgent } = payload;
    if (devicePairingData) {
      const { primary, secondary, tertiary } = userAgent?.appVersion ?? {};
      const version = [primary, secondary, tertiary].join('.');
      return this.linking.welcome(connection, registrationOf(staticKey, devicePairingData, version));
    }
    const device = this.directory.findNumber(String(username))?.devices.get(Number(number ?? 0));
    if (!device?.registration.noiseKey.equals(staticKey)) {
      connection.end(farewell({ failure: 401 }));
      return null;
    }
    for (const before of this.sessionsOf(device)) before.connection.end(farewell('replaced'));
    const session = new DeviceSession(device, connection, this.counters);
    this.sessions.add(session);
    return session;
  }

  private sessionsOf(device: LinkedDevice): DeviceSession[] {
    return [...this.sessions].filter((session) => session.device === device);
  }
}

function registrationOf(
  noiseKey: Buffer,
  {
    eRegid,
    eIdent,
    eSkeyId,
    eSkeyVal,
    eSkeySig,
    ...more
  }: proto.ClientPayload.IDevicePairingRegistrationData,
  version: string,
): Registration {
  const numberOf = (bytes: Uint8Array) => Buffer.from(bytes).readUIntBE(0, bytes.length);
  return {
    noiseKey,
    name: proto.DeviceProps.decode(more.deviceProps ?? Buffer.alloc(0)).os ?? '',
    version,
    registrationId: numberOf(eRegid!),
    identity: eIdent!,
    signed: { id: numberOf(eSkeyId!), value: eSkeyVal!, signature: eSkeySig! },
  };
}

function farewell(ending: Exclude<Ending, 'broken'>): BinaryNode {
  if (ending === 'closed') return { tag: 'xmlstreamend', attrs: {} };
  if (ending === 'downgraded')
    return { tag: 'ib', attrs: {}, content: [{ tag: 'downgrade_webclient', attrs: {} }] };
  if (ending === 'replaced')
    return { tag: 'stream:error', attrs: {}, content: [{ tag: 'conflict', attrs: { type: 'replaced' } }] };
  if ('streamError' in ending) return { tag: 'stream:error', attrs: { code: String(ending.streamError) } };
  const { failure, expiresInSeconds } = ending;
  const attrs: Record<string, string> = { reason: String(failure) };
  if (expiresInSeconds !== undefined) attrs.expire = String(expiresInSeconds);
  return { tag: 'failure', attrs };
}
