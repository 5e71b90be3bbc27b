import { proto } from '@whiskeysockets/baileys';
import { until } from '@chat/test-kit';
import { PhoneNetwork } from './phone-network';
import { PlainClient } from './plain-client';

const { Status } = proto.WebMessageInfo;
const CUSTOMER = '4915100000002';

describe('the network for tests, with the library as it is', () => {
  let network: PhoneNetwork;
  const clients: PlainClient[] = [];
  let phones = 0;

  beforeAll(async () => {
    network = await PhoneNetwork.start();
    // The library's cryptography prints sessions with their keys.
    for (const method of ['log', 'info', 'warn', 'error'] as const)
      jest.spyOn(console, method).mockImplementation(() => {});
  });

  afterAll(() => network.stop());

  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
  });

  const opened = (client: PlainClient) => {
    clients.push(client);
    return client;
  };
  const newNumber = () => `49151000${1_000 + (phones += 1)}`;
  const customer = () => network.phone(CUSTOMER);
  /** Links a phone that no other case uses. */
  const link = async () => {
    const digits = newNumber();
    const client = opened(await PlainClient.linked(network, digits));
    return { digits, client, phone: network.phone(digits) };
  };
  const write = (digits: string, text: string) =>
    network.post.write(customer(), network.phone(digits), { conversation: text });

  describe('links a device', () => {
    it('by a code that the phone scans, asks for a restart, and lets it in', async () => {
      const digits = newNumber();
      const client = opened(PlainClient.connect(network));
      await network.linking.scan(network.phone(digits), await client.code());
      expect(await client.closed()).toBe(515);
      expect(network.phone(digits).devices.size).toBe(1);
      const next = opened(await client.restarted());
      expect(next.creds.me!.id).toBe(`${digits}:1@s.whatsapp.net`);
    });

    it('by a code that its owner types in, once it is right', async () => {
      const digits = newNumber();
      const client = opened(PlainClient.connect(network));
      await client.code();
      const code = await client.pairingCode(digits);
      await network.linking.enterCode(network.phone(digits), code);
      opened(await client.restarted());

      const other = opened(PlainClient.connect(network));
      await other.code();
      const asked = network.phone(newNumber());
      await other.pairingCode(asked.digits);
      await expect(network.linking.enterCode(asked, 'WRONGONE')).rejects.toThrow();
      expect(asked.devices.size).toBe(0);
    });

    it('never by a code that nobody shows', async () => {
      await expect(
        network.linking.scan(network.phone(newNumber()), 'https://wa.me/#a,b,c,d'),
      ).rejects.toThrow();
    });
  });

  describe('carries', () => {
    it('texts to a device, and back to who wrote them, with receipts', async () => {
      const { digits, client } = await link();
      const id = await write(digits, 'Hi 👋');
      const { key, message } = await client.message(id);
      expect([key.remoteJid, message!.conversation]).toEqual([customer().jid, 'Hi 👋']);
      await until(() => network.post.letters.get(id)!.isDelivered, { describe: 'the receipt' });

      await client.socket.readMessages([key]);
      await until(() => network.post.letters.get(id)!.isRead, { describe: 'the mark' });

      await client.socket.sendMessage(customer().jid, { text: 'Hello' }, { messageId: 'SENT1' });
      await client.status('SENT1', Status.DELIVERY_ACK);
      network.post.read(customer(), network.phone(digits));
      await client.status('SENT1', Status.READ);
      const received = customer().messages.filter((each) => each.id === 'SENT1');
      expect(received.map((each) => each.message.extendedTextMessage!.text)).toEqual(['Hello']);
    });

    it('what was written meanwhile, in order, after the next login', async () => {
      const { digits, client } = await link();
      await client.message(await write(digits, 'before'));
      network.end(network.phone(digits), 'broken');
      await client.closed();
      const ids: string[] = [];
      for (const text of ['one', 'two', 'three']) ids.push(await write(digits, text));
      const next = opened(await client.restarted());
      await next.message(ids.at(-1)!);
      expect(next.messages.map(({ key }) => key.id)).toEqual(ids);
    });

    it('messages of people who hide their number, who can be answered', async () => {
      const { digits, client, phone } = await link();
      const hidden = network.phone(newNumber());
      hidden.hidesNumber = true;
      const { key } = await client.message(
        await network.post.write(hidden, phone, { conversation: 'Who am I?' }),
      );
      expect(key.remoteJid).toBe(hidden.lid);
      expect(JSON.stringify(key)).not.toContain(hidden.digits);
      await client.socket.sendMessage(hidden.lid, { text: 'You' }, { messageId: `H${digits}` });
      await client.status(`H${digits}`, Status.DELIVERY_ACK);
      expect(hidden.messages.at(-1)!.message.extendedTextMessage!.text).toBe('You');
    });

    it('what the owner writes on the phone itself', async () => {
      const { client, phone } = await link();
      const id = await network.post.write(phone, customer(), { conversation: 'From my pocket' });
      const { key, message } = await client.message(id);
      expect([key.fromMe, key.remoteJid]).toEqual([true, customer().jid]);
      expect(message!.conversation).toBe('From my pocket');
    });

    it('a message again that the recipient could not read', async () => {
      const { client } = await link();
      await client.socket.sendMessage(customer().jid, { text: 'Again' }, { messageId: 'AGAIN' });
      await client.status('AGAIN', Status.DELIVERY_ACK);
      await network.post.failToRead(customer(), 'AGAIN');
      const isThere = () => customer().messages.some(({ id }) => id === 'AGAIN');
      await until(isThere, { describe: 'the message to come again' });
    });

    it('media in both directions, byte for byte', async () => {
      const { digits, client, phone } = await link();
      const bytes = Buffer.from('%PDF-1.4\n');
      const document = { document: bytes, mimetype: 'application/pdf', fileName: 'a.pdf' };
      await client.socket.sendMessage(customer().jid, document, { messageId: `D${digits}` });
      await client.status(`D${digits}`, Status.DELIVERY_ACK);
      const { directPath, mediaKey, fileSha256 } = customer().messages.at(-1)!.message.documentMessage!;
      const media = { directPath: directPath!, mediaKey: mediaKey!, fileSha256: fileSha256! };
      expect((await network.media.read('document', media)).equals(bytes)).toBe(true);

      const stored = await network.media.store('image', bytes);
      const id = await network.post.write(customer(), phone, {
        imageMessage: { ...stored, mimetype: 'image/png' },
      });
      expect((await client.message(id)).message!.imageMessage!.directPath).toBe(stored.directPath);
    });
  });

  describe('knows', () => {
    it('who is on it', async () => {
      const { client } = await link();
      expect(await client.socket.onWhatsApp(newNumber(), CUSTOMER)).toEqual([
        { jid: customer().jid, exists: true },
      ]);
    });
  });

  describe('refuses', () => {
    it('a message with the code that a test gives, and delivers nothing', async () => {
      const { client } = await link();
      network.post.fates.set('REFUSED', { kind: 'refused', code: 479 });
      const answer = client.answer('REFUSED');
      await client.socket.sendMessage(customer().jid, { text: 'No' }, { messageId: 'REFUSED' });
      expect(await answer).toBe('479');
      expect(customer().messages.map(({ id }) => id)).not.toContain('REFUSED');
    });

    it('a new chat of a phone that may not start one', async () => {
      const { client, phone } = await link();
      network.restrict(phone, new Date(Date.now() + 60_000));
      const stranger = network.phone(newNumber());
      const answer = client.answer('NEWCHAT');
      await client.socket.sendMessage(stranger.jid, { text: 'Hi' }, { messageId: 'NEWCHAT' });
      expect(await answer).toBe('463');
      await until(() => client.updates.find(({ reachoutTimeLock }) => reachoutTimeLock?.isActive), {
        describe: 'the device to be told',
      });
    });

    it('a device that the owner has removed', async () => {
      const { client, phone } = await link();
      network.unlink(phone);
      expect(await client.closed()).toBe(401);
      expect(await opened(await client.reconnected()).closed()).toBe(401);
    });
  });

  describe('ends a connection', () => {
    it.each([
      [{ failure: 403 }, 403],
      [{ failure: 405 }, 405],
      [{ streamError: 503 }, 503],
      ['replaced', 440],
      ['downgraded', 411],
      ['closed', 428],
      ['broken', 428],
    ] as const)('with %j', async (ending, code) => {
      const { client, phone } = await link();
      network.end(phone, ending);
      expect(await client.closed()).toBe(code);
    });

    it('at any stanza that a test names', async () => {
      const { digits, client } = await link();
      network.intercept = ({ direction, stanza }) =>
        direction === 'from device' && stanza.tag === 'receipt' ? 'break' : 'pass';
      const id = await write(digits, 'unconfirmed');
      await client.closed();
      network.intercept = () => 'pass';
      const next = opened(await client.restarted());
      await until(() => network.phone(digits).devices.get(1)!.refusals.length > 0, {
        describe: 'the library to lose the message, whose key it has used',
      });
      expect(next.messages.filter(({ key, message }) => key.id === id && message)).toEqual([]);
    });
  });
});
