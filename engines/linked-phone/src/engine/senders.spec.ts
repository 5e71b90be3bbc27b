import { deflateSync } from 'node:zlib';
import { encodeBinaryNode, proto, type BinaryNode } from '@whiskeysockets/baileys';
import { MemoryStore } from '@chat/device-sessions/testing';
import { until } from '@chat/test-kit';
import type { Phone } from '../network/phone';
import { PhoneNetwork } from '../network/phone-network';
import { PrimaryDevice } from '../network/primary-device';
import { TestLine } from '../testing/test-line';

const { Type } = proto.Message.ProtocolMessage;
const COMPRESSED = 2;

describe('a linked phone', () => {
  let network: PhoneNetwork;
  let business: Phone;
  let line: TestLine;

  beforeAll(async () => {
    network = await PhoneNetwork.start();
    business = network.phone('4915100000001');
    line = await TestLine.link(network, business);
  });

  afterEach(() => (network.encode = encodeBinaryNode));

  afterAll(async () => {
    line.close();
    await network.stop();
  });

  const device = () => [...business.devices.values()][0]!;

  it('hears messages in the order in which they came, also if some are compressed', async () => {
    const customer = network.phone('4915100000002');
    network.encode = (stanza) => {
      const bytes = encodeBinaryNode(stanza);
      return bytes.length > 1_000
        ? Buffer.concat([Buffer.from([COMPRESSED]), deflateSync(bytes.subarray(1))])
        : bytes;
    };
    const written: string[] = [];
    for (let at = 0; at < 20; at += 1)
      written.push(
        await network.post.write(customer, business, { conversation: 'a'.repeat(at % 2 ? 1 : 60_000) }),
      );
    await line.arrived(written.at(-1)!);
    await until(() => written.every((id) => line.arrivals.some((arrival) => arrival.chatMessageId === id)), {
      describe: 'all messages',
    });
    const heard = line.arrivals.map(({ chatMessageId }) => chatMessageId);
    expect(heard.filter((id) => written.includes(id))).toEqual(written);
  });

  it('believes no stranger who says to have the number of somebody else, or what somebody else wrote', async () => {
    const [customer, stranger] = [network.phone('4915100000002'), network.phone('4915100000009')];
    stranger.hidesNumber = true;
    const claim = { pn: Number(customer.digits), assignedLid: Number(stranger.lidDigits) };
    const webMessageInfoBytes = proto.WebMessageInfo.encode({
      key: { remoteJid: customer.jid, fromMe: false, id: 'FORGED' },
      message: { conversation: 'Pay here' },
    }).finish();
    const claims: proto.Message.IProtocolMessage[] = [
      {
        type: Type.LID_MIGRATION_MAPPING_SYNC,
        lidMigrationMappingSyncMessage: {
          encodedMappingPayload: proto.LIDMigrationMappingSyncPayload.encode({
            pnToLidMappings: [claim],
          }).finish(),
        },
      },
      {
        type: Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
        peerDataOperationRequestResponseMessage: {
          peerDataOperationResult: [{ placeholderMessageResendResponse: { webMessageInfoBytes } }],
        },
      },
    ];
    for (const protocolMessage of claims) {
      await network.post.write(stranger, business, { protocolMessage });
      await network.post.write(stranger, business, { deviceSentMessage: { message: { protocolMessage } } });
    }
    const id = await network.post.write(stranger, business, { conversation: 'It is me' });
    expect(await line.arrived(id)).toMatchObject({ from: { phone: null, userId: stranger.lid } });
    expect(line.arrivals.map(({ chatMessageId }) => chatMessageId)).not.toContain('FORGED');
    expect(line.session.idsOf('lid-mapping').filter((name) => name.includes(stranger.lidDigits))).toEqual([]);
  });

  it.each([
    ['number', 'hosted', { phone: '4915100000003', userId: null }],
    ['id', 'hosted.lid', { phone: null, userId: '4915100000003@lid' }],
  ])('hears a business whose device the vendor hosts, by its %s', async (_, server, person) => {
    const hosted = new PrimaryDevice();
    await hosted.beginSession(device().lid, device().bundle());
    const { type, ciphertext } = await hosted.encrypt(device().lid, { conversation: 'Your code' });
    const id = `HOSTED-${server}`;
    const enc: BinaryNode = { tag: 'enc', attrs: { v: '2', type }, content: ciphertext };
    const attrs = { id, from: `4915100000003:99@${server}`, t: '1700000000', type: 'text' };
    device().deliver({ tag: 'message', attrs, content: [enc] });
    expect(await line.arrived(id)).toMatchObject({
      from: person,
      content: { type: 'text', text: 'Your code' },
    });
  });
});

describe('a code that two phones scan at once', () => {
  it('links one of them, and refuses the other', async () => {
    const network = await PhoneNetwork.start();
    const phones = [network.phone('4915100000001'), network.phone('4915100000002')];
    const store = new MemoryStore();
    const linking = new TestLine(network, store);
    const { text } = await linking.next('qr');
    const scans = await Promise.allSettled(phones.map((phone) => network.linking.scan(phone, text)));
    expect(scans.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await linking.next('closed');
    const line = await TestLine.open(network, store);
    const linked = phones.filter(({ devices }) => devices.size > 0);
    expect(linked.map(({ digits }) => digits)).toEqual([(await line.next('open')).phoneNumber]);
    line.close();
    await network.stop();
  });
});
