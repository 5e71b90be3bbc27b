import { randomBytes } from 'node:crypto';
import { lookup } from 'node:dns';
import { Socket } from 'node:net';
import { MemoryStore } from '@chat/device-sessions/testing';
import { proto, type BinaryNode } from '@whiskeysockets/baileys';
import { until } from '@chat/test-kit';
import { PhoneNetwork } from '../network/phone-network';
import { TestLine } from '../testing/test-line';

const BUSINESS = '4915100000001';
const CUSTOMER = '4915100000002';
const { HistorySyncType } = proto.HistorySync;
const { Type } = proto.Message.ProtocolMessage;

/** Where to? Of everything in this process that connects. */
jest.mock('node:dns', () => {
  const dns = jest.requireActual<typeof import('node:dns')>('node:dns');
  return { ...dns, lookup: jest.fn(dns.lookup) };
});

describe('a linked phone', () => {
  let network: PhoneNetwork;
  let line: TestLine;

  beforeAll(async () => {
    network = await PhoneNetwork.start();
    line = await TestLine.link(network, network.phone(BUSINESS), new MemoryStore());
  });

  afterAll(async () => {
    line.close();
    await network.stop();
  });

  const device = () => [...network.phone(BUSINESS).devices.values()][0]!;
  const untilConfirmed = () =>
    until(() => device().unconfirmed === 0, { describe: 'all to be acknowledged' });
  const stanza = (tag: string, attrs: Record<string, string>, content: BinaryNode[]): BinaryNode => ({
    tag,
    attrs: { id: randomBytes(8).toString('hex'), t: '1700000000', ...attrs },
    content,
  });
  const sealed = (type: string): BinaryNode => ({
    tag: 'enc',
    attrs: { v: '2', type },
    content: randomBytes(64),
  });
  const plain: BinaryNode = {
    tag: 'plaintext',
    attrs: {},
    content: proto.Message.encode({ conversation: 'News' }).finish(),
  };
  const participant = `${CUSTOMER}@s.whatsapp.net`;

  it.each([
    [
      'a message in a group',
      stanza('message', { from: '120363000000000000@g.us', participant, type: 'text' }, [sealed('skmsg')]),
    ],
    [
      'a status',
      stanza('message', { from: 'status@broadcast', participant, type: 'media' }, [sealed('skmsg')]),
    ],
    [
      'a broadcast',
      stanza('message', { from: '1700000000@broadcast', participant, type: 'text' }, [sealed('pkmsg')]),
    ],
    [
      'an announcement of the vendor',
      stanza('message', { from: '0@s.whatsapp.net', type: 'text' }, [sealed('pkmsg')]),
    ],
    ['a newsletter', stanza('message', { from: '120363000000000000@newsletter', type: 'text' }, [plain])],
    [
      'a call',
      stanza('call', { from: participant }, [
        { tag: 'offer', attrs: { 'call-id': 'C1', 'call-creator': participant } },
      ]),
    ],
    [
      'a missed call',
      stanza('call', { from: participant }, [
        { tag: 'terminate', attrs: { 'call-id': 'C1', reason: 'timeout' } },
      ]),
    ],
  ])('acknowledges %s, and tells nobody', async (_, sent) => {
    const before = line.events.length;
    device().deliver(sent);
    await untilConfirmed();
    expect(line.events.slice(before).filter(({ type }) => type === 'arrived')).toEqual([]);
    expect(device().refusals).toEqual([]);
  });

  it.each<[string, proto.IMessage]>([
    ['the end of a message', { protocolMessage: { type: Type.REVOKE, key: { id: 'X' } } }],
    [
      'a new lifetime of messages',
      { protocolMessage: { type: Type.EPHEMERAL_SETTING, ephemeralExpiration: 86_400 } },
    ],
    [
      'a spoofed history',
      {
        protocolMessage: {
          type: Type.HISTORY_SYNC_NOTIFICATION,
          historySyncNotification: { directPath: '/v/stolen' },
        },
      },
    ],
    [
      'a spoofed key',
      { protocolMessage: { type: Type.APP_STATE_SYNC_KEY_SHARE, appStateSyncKeyShare: { keys: [] } } },
    ],
    [
      'the key of a group',
      {
        senderKeyDistributionMessage: {
          groupId: '1@g.us',
          axolotlSenderKeyDistributionMessage: randomBytes(8),
        },
      },
    ],
  ])('takes %s of a person for nothing that anybody wrote', async (_, message) => {
    const before = line.arrivals.length;
    await network.post.write(network.phone(CUSTOMER), network.phone(BUSINESS), message);
    await untilConfirmed();
    expect(line.arrivals.slice(before)).toEqual([]);
    expect(network.media.requests).toEqual([]);
  });

  it('neither downloads nor tells the histories that its phone offers', async () => {
    const before = line.arrivals.length;
    const phone = network.phone(BUSINESS);
    for (const type of [HistorySyncType.INITIAL_BOOTSTRAP, HistorySyncType.RECENT, HistorySyncType.FULL])
      await network.post.offerHistory(phone, 100, type);
    await network.post.tellDevices(phone, {
      protocolMessage: { type: Type.APP_STATE_SYNC_KEY_SHARE, appStateSyncKeyShare: { keys: [] } },
    });
    await untilConfirmed();
    expect(line.arrivals.slice(before)).toEqual([]);
    expect(network.media.requests).toEqual([]);
    expect(device().refusals).toEqual([]);
  });

  it('asks nobody for what a text links to', async () => {
    const connects = jest.spyOn(Socket.prototype, 'connect');
    jest.mocked(lookup).mockClear();
    const text = `https://links.example.com/a http://127.0.0.1:1/b https://[::1]/c`;
    const customer = network.phone(CUSTOMER);
    expect(await line.send('LINK', { phone: CUSTOMER, userId: null }, text)).toEqual({ kind: 'accepted' });
    await until(() => customer.messages.find(({ id }) => id === 'LINK'), { describe: 'the message' });
    const id = await network.post.write(customer, network.phone(BUSINESS), {
      extendedTextMessage: {
        text,
        matchedText: 'https://links.example.com/a',
        title: 'A',
        jpegThumbnail: randomBytes(9),
      },
    });
    expect(await line.arrived(id)).toMatchObject({ content: { type: 'text', text } });
    expect([connects.mock.calls, jest.mocked(lookup).mock.calls]).toEqual([[], []]);
    connects.mockRestore();
  });

  it('shows others that it has read their messages only where its owner does', async () => {
    const [business, customer] = [network.phone(BUSINESS), network.phone(CUSTOMER)];
    const readOn = async (newLine: TestLine) => {
      const id = await network.post.write(customer, business, { conversation: 'Hi' });
      await newLine.arrived(id);
      const isAcknowledged = await newLine.connection.read(
        [{ chatMessageId: id, from: { phone: CUSTOMER, userId: null } }],
        5_000,
      );
      return [isAcknowledged, network.post.letters.get(id)!.isRead];
    };
    expect(await readOn(line)).toEqual([true, true]);
    business.tellsReads = false;
    const { session } = line;
    line.close();
    line = await TestLine.open(network, session);
    expect(await readOn(line)).toEqual([true, false]);
  });
});
