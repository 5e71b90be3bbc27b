import { closeCodes } from '@chat/device-network';
import { EngineClosedError, type OutgoingMessage, type SendOutcome } from '../engines/device-engine';
import type { EngineFate, EngineHarness } from './engine-harness';
import { describeContents } from './describe-contents';
import { EngineWatch } from './engine-watch';

const TIMEOUT_MS = 10_000;

/** Specifies what every device engine guarantees to the sessions. */
export function describeDeviceEngine(name: string, start: () => Promise<EngineHarness>): void {
  describe(`${name} as a device engine`, () => {
    let harness: EngineHarness;

    beforeAll(async () => {
      harness = await start();
    });

    afterAll(() => harness.stop());

    const spec = new EngineSpec(() => harness);
    afterEach(() => spec.closeAll());

    describePairing(spec);
    describeSending(spec);
    describeReceiving(spec);
    describeReading(spec);
    describeContents(spec);
    describeEnding(spec);
  });
}

/** The helpers with which the suite uses an engine. */
export class EngineSpec {
  private readonly watches: EngineWatch[] = [];
  private phones = 0;
  private messages = 0;

  constructor(private readonly current: () => EngineHarness) {}

  get harness(): EngineHarness {
    return this.current();
  }

  /** Returns a phone that no other case uses. */
  newPhone(): string {
    this.phones += 1;
    return `49151000${1_000 + this.phones}`;
  }

  newMessage(content: OutgoingMessage['content'] = { type: 'text', text: 'Hello 👋' }): OutgoingMessage {
    this.messages += 1;
    const id = String(this.messages);
    return { chatMessageId: `OUT${id}`, reference: id, to: this.harness.customer, content, uploaded: null };
  }

  connect(credentials: string | null, engine = this.harness.engine): EngineWatch {
    const watch = new EngineWatch(engine, credentials);
    this.watches.push(watch);
    return watch;
  }

  /** Links the phone. @returns the credentials. */
  async link(phone: string): Promise<string> {
    const watch = this.connect(null);
    await watch.next('qr');
    await this.harness.enterCode(phone, await watch.connection.requestPairingCode(phone));
    return (await watch.next('paired')).credentials;
  }

  /** Opens a connection of a linked phone. */
  async open(phone = this.newPhone()): Promise<{ phone: string; credentials: string; watch: EngineWatch }> {
    const credentials = await this.link(phone);
    const watch = this.connect(credentials);
    await watch.next('open');
    return { phone, credentials, watch };
  }

  async sendWith(fate: EngineFate, timeoutMs = TIMEOUT_MS) {
    const { watch } = await this.open();
    const message = this.newMessage();
    await this.harness.meet(message.reference, fate);
    return { watch, message, outcome: await watch.connection.send(message, timeoutMs) };
  }

  closeAll(): void {
    this.watches.splice(0).forEach(({ connection }) => connection.close());
  }
}

function describePairing(spec: EngineSpec): void {
  describe('pairs a phone', () => {
    it.each([
      [
        'by a QR code',
        async (watch: EngineWatch, phone: string) => spec.harness.scan(phone, (await watch.next('qr')).text),
      ],
      [
        'by a code that its owner types in',
        async (watch: EngineWatch, phone: string) => {
          await watch.next('qr');
          const code = await watch.connection.requestPairingCode(phone);
          expect(code).toMatch(/^[0-9A-Z]{8}$/);
          await spec.harness.enterCode(phone, code);
        },
      ],
    ])('%s, asks for a restart, and recognizes it afterwards', async (_, pair) => {
      const phone = spec.newPhone();
      const watch = spec.connect(null);
      await pair(watch, phone);
      expect(await watch.closed()).toBe(closeCodes.restartRequired);
      expect(watch.events.map(({ type }) => type)).toEqual(['qr', 'paired', 'closed']);

      const { credentials } = await watch.next('paired');
      for (const restarted of [spec.connect(credentials), spec.connect(credentials)]) {
        expect((await restarted.next('open')).phoneNumber).toBe(phone);
      }
    });

    it('with successive codes that state their expiry, and ends when none is used', async () => {
      const before = Date.now();
      const watch = spec.connect(null, spec.harness.impatient);
      expect((await watch.next('qr')).expiresAt).toBeGreaterThan(before);
      expect(await watch.closed()).toBe(closeCodes.timedOut);
      const texts = watch.events.flatMap((event) => (event.type === 'qr' ? [event.text] : []));
      expect(new Set(texts).size).toBeGreaterThan(1);
    });

    it('never over a connection that has ended', async () => {
      const watch = spec.connect(null, spec.harness.impatient);
      await watch.closed();
      await expect(watch.connection.requestPairingCode(spec.newPhone())).rejects.toThrow(EngineClosedError);
    });

    it('never over a connection that the network ends instead of answering', async () => {
      const { watch, phone } = await spec.open();
      await expect(watch.connection.requestPairingCode(phone)).rejects.toThrow(EngineClosedError);
    });
  });
}

function describeSending(spec: EngineSpec): void {
  describe('sends', () => {
    it('a text under the id chosen here', async () => {
      const { watch } = await spec.open();
      const message = spec.newMessage();
      expect(await watch.connection.send(message, TIMEOUT_MS)).toEqual({ kind: 'accepted' });
      expect(await spec.harness.received(message.chatMessageId)).toMatchObject([{ text: 'Hello 👋' }]);
    });

    it('nothing of a type that it cannot send', async () => {
      const { watch } = await spec.open();
      const message = spec.newMessage({ type: 'reaction', reaction: { message_id: 'A', emoji: null } });
      expect(await watch.connection.send(message, TIMEOUT_MS)).toEqual({ kind: 'unsupported' });
      expect(await spec.harness.received(message.chatMessageId)).toEqual([]);
    });

    it('a message and passes on a refusal with the network’s code', async () => {
      const { outcome, message } = await spec.sendWith('refused_with_463');
      expect(outcome).toMatchObject({ kind: 'refused', code: 463 });
      expect(await spec.harness.received(message.chatMessageId)).toEqual([]);
    });

    it.each<[EngineFate, number]>([
      ['broken', TIMEOUT_MS],
      ['no_answer', 500],
    ])('a message and reports an unknown outcome after: %s', async (fate, timeoutMs) => {
      expect((await spec.sendWith(fate, timeoutMs)).outcome).toEqual({ kind: 'unknown' });
    });

    it('a message and reports an acceptance that came too late for the sender', async () => {
      const { outcome, watch, message } = await spec.sendWith('slow', 100);
      expect(outcome).toEqual({ kind: 'unknown' });
      expect((await watch.receipt(message.chatMessageId, 'sent')).errorCode).toBeNull();
    });

    it('nothing once the connection has ended', async () => {
      const { watch, phone } = await spec.open();
      await spec.harness.disconnect(phone, closeCodes.connectionClosed);
      await watch.closed();
      const expected: SendOutcome = { kind: 'not_sent' };
      expect(await watch.connection.send(spec.newMessage(), TIMEOUT_MS)).toEqual(expected);
    });
  });
}

function describeReceiving(spec: EngineSpec): void {
  describe('receives', () => {
    it('delivery and read receipts, with their times', async () => {
      const { watch, phone } = await spec.open();
      const message = spec.newMessage();
      await watch.connection.send(message, TIMEOUT_MS);
      const delivered = await watch.receipt(message.chatMessageId, 'delivered');
      await spec.harness.openChat(phone);
      const read = await watch.receipt(message.chatMessageId, 'read');
      expect(read.at.getTime()).toBeGreaterThanOrEqual(delivered.at.getTime());
    });

    it('the failure of a message that the network had accepted, with its code', async () => {
      const { outcome, watch, message } = await spec.sendWith('failed_later_with_479');
      expect(outcome).toEqual({ kind: 'accepted' });
      expect((await watch.receipt(message.chatMessageId, 'failed')).errorCode).toBe(479);
    });

    it('messages, with their senders and times', async () => {
      const { watch, phone } = await spec.open();
      const id = await spec.harness.write(phone, 'Hi');
      const message = await watch.message(id);
      expect(message).toMatchObject({ from: spec.harness.customer, content: { type: 'text', text: 'Hi' } });
      expect(message.sentAt).toBeInstanceOf(Date);
    });

    it('unknown content as it came', async () => {
      const { watch, phone } = await spec.open();
      const content = { type: 'poll', question: 'Which?' };
      const message = await watch.message(
        await spec.harness.writeAny(phone, { type: 'unsupported', content }),
      );
      const { raw } = message.content as { raw: string };
      expect([message.content.type, JSON.parse(raw)]).toEqual(['unsupported', content]);
    });

    it('one event at a time: a busy listener is only asked to hurry when a message arrives', async () => {
      const { watch, phone } = await spec.open();
      let finish = () => {};
      const busy = new Promise<void>((resolve) => (finish = resolve));
      watch.react = () => busy;
      const ids = [await spec.harness.write(phone, '1')];
      await watch.next('arrived');
      for (const text of ['2', '3', '4']) ids.push(await spec.harness.write(phone, text));
      // The network answers after its deliveries, and the answer does not wait for the listener.
      expect((await watch.connection.send(spec.newMessage(), TIMEOUT_MS)).kind).toBe('accepted');
      expect(watch.arrivals.map(({ chatMessageId }) => chatMessageId)).toEqual(ids.slice(0, 1));
      expect(watch.hurries).toBe(ids.length);

      finish();
      await watch.message(ids.at(-1)!);
      const told = watch.arrivals.flatMap((arrival) => (arrival.type === 'message' ? arrival : []));
      expect(told.map(({ chatMessageId }) => chatMessageId)).toEqual(ids);
    });

    it('again, after the next login, what the listener rejected and what followed it', async () => {
      const { watch, phone, credentials } = await spec.open();
      const kept = await spec.harness.write(phone, 'kept');
      await watch.message(kept);
      watch.react = (event) =>
        event.type === 'arrived' ? Promise.reject(new Error('No.')) : Promise.resolve();
      const ids = [await spec.harness.write(phone, 'first'), await spec.harness.write(phone, 'second')];
      await watch.closed();

      const next = spec.connect(credentials);
      await next.message(ids[1]!);
      const again = next.arrivals.map(({ chatMessageId }) => chatMessageId);
      expect(again.filter((id) => id !== kept)).toEqual(ids);
    });

    it('nothing twice that the listener accepted before the connection broke', async () => {
      const { watch, phone, credentials } = await spec.open();
      const first = await spec.harness.write(phone, 'first');
      await watch.message(first);
      // The listener gets the next message only after the confirmation of the first was sent.
      await watch.message(await spec.harness.write(phone, 'second'));
      await spec.harness.disconnect(phone, closeCodes.connectionClosed);
      await watch.closed();

      const next = spec.connect(credentials);
      await next.message(await spec.harness.write(phone, 'third'));
      expect(next.arrivals.map(({ chatMessageId }) => chatMessageId)).not.toContain(first);
    });
  });
}

function describeReading(spec: EngineSpec): void {
  describe('reports that a message was read', () => {
    it('to its sender, together with all earlier messages', async () => {
      const { watch, phone } = await spec.open();
      const ids = [await spec.harness.write(phone, 'one'), await spec.harness.write(phone, 'two')];
      const next = await spec.harness.write(phone, 'three');
      await watch.message(next);
      expect(await watch.connection.read(ids[1]!, TIMEOUT_MS)).toBe(true);
      expect(await Promise.all([...ids, next].map((id) => spec.harness.isRead(id)))).toEqual([
        true,
        true,
        false,
      ]);
    });

    it('no longer once the connection has ended', async () => {
      const { watch, phone } = await spec.open();
      const id = await spec.harness.write(phone, 'Hi');
      await watch.message(id);
      await spec.harness.disconnect(phone, closeCodes.connectionClosed);
      await watch.closed();
      expect(await watch.connection.read(id, TIMEOUT_MS)).toBe(false);
      expect(await spec.harness.isRead(id)).toBe(false);
    });
  });
}

function describeEnding(spec: EngineSpec): void {
  describe('ends', () => {
    it.each(Object.entries(closeCodes).filter(([name]) => name !== 'restartRequired'))(
      'with the network’s own code: %s',
      async (_, code) => {
        const { watch, phone } = await spec.open();
        await spec.harness.disconnect(phone, code);
        expect(await watch.closed()).toBe(code);
        expect(watch.events.at(-1)!.type).toBe('closed');
      },
    );

    it('when the owner removes the device, which invalidates its credentials', async () => {
      const { watch, phone, credentials } = await spec.open();
      await spec.harness.unlink(phone);
      expect(await watch.closed()).toBe(closeCodes.loggedOut);
      expect(await spec.connect(credentials).closed()).toBe(closeCodes.loggedOut);
    });

    it('when it logs out, which the phone sees', async () => {
      const { watch, phone, credentials } = await spec.open();
      expect(await spec.harness.linkedDevices(phone)).toBe(1);
      await watch.connection.logOut(TIMEOUT_MS);
      expect(await spec.harness.linkedDevices(phone)).toBe(0);
      expect(await spec.connect(credentials).closed()).toBe(closeCodes.loggedOut);
    });

    it('when the same device connects elsewhere', async () => {
      const { watch, credentials } = await spec.open();
      await spec.connect(credentials).next('open');
      expect(await watch.closed()).toBe(closeCodes.connectionReplaced);
    });

    it('with loggedOut for credentials that the network never issued', async () => {
      expect(await spec.connect('made up').closed()).toBe(closeCodes.loggedOut);
    });

    it('with connectionClosed when the network cannot be reached', async () => {
      const watch = spec.connect(null, spec.harness.unreachable);
      expect(await watch.closed()).toBe(closeCodes.connectionClosed);
    });

    it('without an event when it is closed here', async () => {
      const { watch, phone, credentials } = await spec.open();
      const told = watch.events.length;
      watch.connection.close();
      const next = spec.connect(credentials);
      await next.message(await spec.harness.write(phone, 'for the next one'));
      expect(watch.events.length).toBe(told);
    });
  });
}
