import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { deflateSync } from 'node:zlib';
import { encodeBinaryNode, proto, type BinaryNode } from '@whiskeysockets/baileys';
import { WebSocketServer } from 'ws';
import { until } from '@chat/test-kit';
import { framed } from '../network/noise';
import type { Phone } from '../network/phone';
import { PhoneNetwork } from '../network/phone-network';
import { Database, OwnerProcess } from '../testing/owner-process';

const CUSTOMER = '4915100000002';
const address = `${CUSTOMER}@s.whatsapp.net`;
const COMPRESSED = 2;
/** How the length of a frame of 16 MB begins. */
const LARGE = 255;

/** A process with a linked phone, as Node runs it: an error that nobody catches ends it, with the links of all its phones. */
describe('a process with a linked phone', () => {
  let network: PhoneNetwork;
  let database: Database;
  let owner: OwnerProcess;
  let business: Phone;

  beforeAll(async () => {
    network = await PhoneNetwork.start();
    business = network.phone('4915100000001');
    database = new Database();
    owner = OwnerProcess.spawn(network, database);
    await owner.start();
    const code = await until(
      () => owner.events.flatMap((event) => (event.type === 'qr' ? event.text : []))[0],
      {
        describe: 'a code',
      },
    );
    await network.linking.scan(business, code);
    await until(() => owner.isOpen, { describe: 'the link' });
  });

  afterAll(async () => {
    owner.kill();
    await network.stop();
  });

  const connection = () => until(() => network.connectionsOf(business)[0], { describe: 'a connection' });
  /** What a customer writes arrives, at the latest over the next connection. */
  const expectLife = async () => {
    const id = await network.post.write(network.phone(CUSTOMER), business, { conversation: 'Hi' });
    await until(() => database.arrivals.has(id) || owner.hasExited, { describe: 'the message' });
    expect(owner.hasExited).toBe(false);
    expect(database.state).not.toBeNull();
  };

  it.each<[string, Uint8Array]>([
    ['no bytes', new Uint8Array()],
    ['an empty frame', Buffer.alloc(3)],
    ['a frame that nobody encrypted', Buffer.concat([Buffer.from([0, 0, 64]), randomBytes(64)])],
    ['a frame that never ends', Buffer.from([LARGE, 255, 255, 1, 2, 3])],
  ])('lives on after %s', async (_, bytes) => {
    const current = await connection();
    current.sendRaw(bytes);
    // Until it is silent for too long, nobody knows that nothing more can be read.
    if (bytes[0] === LARGE) current.break();
    await expectLife();
  });

  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['random bytes', Buffer.concat([Buffer.alloc(1), randomBytes(40)])],
    ['half a stanza', encodeBinaryNode({ tag: 'message', attrs: { id: 'A', from: address } }).subarray(0, 5)],
    ['what cannot be decompressed', Buffer.concat([Buffer.from([COMPRESSED]), randomBytes(40)])],
    ['zeros, compressed', Buffer.concat([Buffer.from([COMPRESSED]), deflateSync(Buffer.alloc(1 << 20))])],
  ])('lives on after a stanza that is %s', async (_, bytes) => {
    (await connection()).sendSealed(bytes);
    await expectLife();
  });

  const stanza = (
    tag: string,
    attrs: Record<string, string>,
    content?: BinaryNode['content'],
  ): BinaryNode => ({
    tag,
    attrs,
    ...(content !== undefined && { content }),
  });
  const node = stanza;
  const enc = (type: string, content: BinaryNode['content']) => node('enc', { v: '2', type }, content);
  const from = address;
  const t = '1700000000';

  it.each<[string, BinaryNode]>([
    ['a message without anything', stanza('message', {})],
    ['a message without an id', stanza('message', { from, t }, [enc('msg', randomBytes(40))])],
    ['a message of nobody', stanza('message', { id: 'H1', t }, [enc('msg', randomBytes(40))])],
    [
      'a message of no number',
      stanza('message', { id: 'H2', t, from: 'x@s.whatsapp.net' }, [enc('msg', randomBytes(40))]),
    ],
    [
      'a message of an empty number',
      stanza('message', { id: 'H3', t, from: '@lid' }, [enc('msg', randomBytes(40))]),
    ],
    [
      'a message to another',
      stanza('message', { id: 'H4', t, from, recipient: '49151@s.whatsapp.net' }, [
        enc('msg', randomBytes(40)),
      ]),
    ],
    ['a message without content', stanza('message', { id: 'H5', t, from })],
    ['a message with a text for content', stanza('message', { id: 'H6', t, from }, 'text')],
    ['a message of no time', stanza('message', { id: 'H7', t: 'soon', from }, [enc('msg', randomBytes(40))])],
    [
      'a message of an unknown kind',
      stanza('message', { id: 'H8', t, from }, [enc('none', randomBytes(40))]),
    ],
    [
      'a message with nothing encrypted',
      stanza('message', { id: 'H9', t, from }, [enc('pkmsg', new Uint8Array())]),
    ],
    [
      'a message with a list for bytes',
      stanza('message', { id: 'H10', t, from }, [enc('msg', [node('x', {})])]),
    ],
    [
      'a message that is not encrypted',
      stanza('message', { id: 'H11', t, from }, [node('plaintext', {}, randomBytes(9))]),
    ],
    [
      'a message of a device that cannot be',
      stanza('message', { id: 'H12', t, from: '49151:99@s.whatsapp.net' }, [enc('msg', randomBytes(40))]),
    ],
    [
      'a peer’s message of a stranger',
      stanza('message', { id: 'H13', t, from, category: 'peer' }, [enc('msg', randomBytes(40))]),
    ],
    ['a receipt of nobody', stanza('receipt', { id: 'H14', t })],
    ['a receipt without an id', stanza('receipt', { from, t })],
    ['a receipt with a text for a list', stanza('receipt', { id: 'H15', from, t }, 'text')],
    ['a wish for nothing to be sent again', stanza('receipt', { id: 'H16', from, t, type: 'retry' })],
    [
      'a wish with no keys',
      stanza('receipt', { id: 'H17', from, t, type: 'retry' }, [
        node('retry', { count: 'x', id: 'H17' }),
        node('registration', {}, randomBytes(1)),
        node('keys', {}, [node('type', {}, randomBytes(1))]),
      ]),
    ],
    ['an answer to nothing', stanza('ack', {})],
    ['an answer to no message', stanza('ack', { class: 'message', id: 'H18', error: 'x' })],
    ['a notification of nothing', stanza('notification', {})],
    ...[
      'encrypt',
      'devices',
      'picture',
      'account_sync',
      'server_sync',
      'mediaretry',
      'privacy_token',
      'w:gp2',
      'newsletter',
      'mex',
      'link_code_companion_reg',
      'companion_reg_refresh',
    ].map((type): [string, BinaryNode] => [
      `an empty notification of ${type}`,
      stanza('notification', { id: `N-${type}`, from, t, type }),
    ]),
    [
      'a restriction that is none',
      stanza('notification', { id: 'H19', from, t, type: 'mex' }, [
        node('update', { op_name: 'NotificationUserReachoutTimelockUpdate' }, Buffer.from('{"data":')),
      ]),
    ],
    [
      'keys that changed nowhere',
      stanza('notification', { id: 'H20', from: 's.whatsapp.net', t, type: 'encrypt' }, [node('count', {})]),
    ],
    ['a call of nobody', stanza('call', { id: 'H21' })],
    ['a call without an offer', stanza('call', { id: 'H22', from })],
    ['a question', stanza('iq', { id: 'H23', type: 'get', xmlns: 'urn:xmpp:ping' })],
    [
      'codes, though it is linked',
      stanza('iq', { id: 'H24', type: 'set', from: 's.whatsapp.net' }, [node('pair-device', {})]),
    ],
    [
      'a link, though it is linked',
      stanza('iq', { id: 'H25', type: 'set', from: 's.whatsapp.net' }, [node('pair-success', {})]),
    ],
    ['dirt', stanza('ib', {}, [node('dirty', {})])],
    ['a preview', stanza('ib', {}, [node('offline_preview', {})])],
    ['a way that leads nowhere', stanza('ib', {}, [node('edge_routing', {})])],
    ['a presence of nobody', stanza('presence', {})],
    ['typing of nobody', stanza('chatstate', {})],
    ['an error of nothing', stanza('stream:error', {})],
    ['a failure of nothing', stanza('failure', {})],
    ['an unknown stanza', stanza('x', {})],
  ])('lives on after %s', async (_, sent) => {
    (await connection()).send(sent);
    await expectLife();
  });
});

/** The same process, whose phone is not linked yet. */
describe('a process that shows a code', () => {
  let network: PhoneNetwork;
  let owner: OwnerProcess;
  /** What a server says that is no network of phones. */
  let answer: Uint8Array | string;
  let stranger: WebSocketServer;
  const closes = () => owner.events.filter(({ type }) => type === 'closed').length;

  beforeAll(async () => {
    network = await PhoneNetwork.start();
    stranger = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    stranger.on('connection', (socket) => {
      socket.on('message', () => {
        socket.send(answer);
        socket.close();
      });
    });
    await once(stranger, 'listening');
  });

  afterEach(() => owner.kill());

  afterAll(async () => {
    stranger.close();
    await network.stop();
  });

  const start = async (url: string) => {
    owner = OwnerProcess.spawn({ ...network, url, rootKey: network.rootKey } as PhoneNetwork, new Database());
    await owner.start();
  };

  it('lives on after whatever a server says that is none of the network', async () => {
    answer = 'hello';
    await start(`ws://127.0.0.1:${(stranger.address() as AddressInfo).port}/`);
    const hello = (fields: proto.HandshakeMessage.IServerHello) =>
      framed(proto.HandshakeMessage.encode({ serverHello: fields }).finish());
    const key = randomBytes(32);
    for (const next of [
      'hello',
      new Uint8Array(),
      Buffer.alloc(3),
      randomBytes(400),
      framed(randomBytes(64)),
      framed(proto.HandshakeMessage.encode({}).finish()),
      hello({}),
      hello({ ephemeral: randomBytes(3), static: key, payload: key }),
      hello({ ephemeral: key, static: randomBytes(48), payload: randomBytes(48) }),
      hello({ ephemeral: Buffer.alloc(32), static: Buffer.alloc(48), payload: Buffer.alloc(1 << 20) }),
    ]) {
      answer = next;
      const before = closes();
      await until(() => closes() >= before + 2 || owner.hasExited, { describe: 'the end of a connection' });
      expect(owner.hasExited).toBe(false);
    }
    expect(owner.events.map(({ type }) => type)).not.toContain('qr');
  });

  it('lives on after a link that is none, and can be linked', async () => {
    await start(network.url);
    const code = () => owner.events.flatMap((event) => (event.type === 'qr' ? event.text : [])).at(-1);
    await until(code, { describe: 'a code' });
    const server = 's.whatsapp.net';
    const bytes = (tag: string): BinaryNode => ({ tag, attrs: {}, content: randomBytes(60) });
    for (const content of [
      [],
      [bytes('device-identity')],
      [bytes('device-identity'), { tag: 'device', attrs: {} }, { tag: 'platform', attrs: {} }],
    ])
      network.linking.tellAll({
        tag: 'iq',
        attrs: { from: server, type: 'set', id: 'H' },
        content: [{ tag: 'pair-success', attrs: {}, content }],
      });
    for (const type of ['link_code_companion_reg', 'companion_reg_refresh', 'encrypt'])
      network.linking.tellAll({
        tag: 'notification',
        attrs: { from: server, type, id: 'H', t: '1700000000' },
        content: [
          { tag: 'link_code_companion_reg', attrs: { stage: 'primary_hello' }, content: [bytes('x')] },
        ],
      });
    network.linking.tellAll({ tag: 'success', attrs: {} });
    network.linking.tellAll({ tag: 'message', attrs: { id: 'H', from: address } });
    const phone = network.phone('4915100000001');
    const isLinked = () =>
      network.linking.scan(phone, code()!).then(
        () => true,
        () => owner.hasExited,
      );
    await until(isLinked, { describe: 'the link' });
    await until(() => owner.isOpen || owner.hasExited, { describe: 'the connection' });
    expect(owner.hasExited).toBe(false);
  });
});
