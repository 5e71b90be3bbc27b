import type { MessageContent } from '@chat/contracts/connector';
import { until } from '@chat/test-kit';
import {
  EngineClosedError,
  type OutgoingMessage,
  type Referred,
  type SendOutcome,
} from '../engines/device-engine';
import type { EngineFate, EngineHarness } from './engine-harness';
import { describeContents } from './describe-contents';
import { describePeople } from './describe-people';
import { EngineWatch } from './engine-watch';
import { MemoryStore } from './memory-store';

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
    describePeople(spec);
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

  /** Composes a message to the customer, and keeps what is sent as a session does. */
  newMessage(
    watch: EngineWatch,
    content: MessageContent = { type: 'text', text: 'Hello 👋' },
    uploaded: string | null = null,
    referred: Referred | null = null,
  ): OutgoingMessage {
    this.messages += 1;
    const id = String(this.messages);
    const composed = watch.connection.compose(content, uploaded, referred)!;
    watch.store.sent.set(`OUT${id}`, composed);
    return {
      ...{ chatMessageId: `OUT${id}`, reference: id, composed },
      to: { phone: this.harness.customer, userId: null },
    };
  }

  /** @param store of a linked phone; a new one links. */
  connect(store = new MemoryStore(), engine = this.harness.engine): EngineWatch {
    const watch = new EngineWatch(engine, store);
    this.watches.push(watch);
    return watch;
  }

  /** Links the phone. @returns what its session keeps. */
  async link(phone: string): Promise<MemoryStore> {
    const watch = this.connect();
    await watch.next('qr');
    await this.harness.enterCode(phone, (await watch.connection.requestPairingCode(phone)).code);
    await watch.next('paired');
    return watch.store;
  }

  /** Opens a connection of a linked phone. */
  async open(phone = this.newPhone()): Promise<{ phone: string; store: MemoryStore; watch: EngineWatch }> {
    const store = await this.link(phone);
    const watch = this.connect(store);
    await watch.next('open');
    return { phone, store, watch };
  }

  async sendWith(fate: EngineFate, timeoutMs = TIMEOUT_MS) {
    const { watch } = await this.open();
    const message = this.newMessage(watch);
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
          const { code, expiresAt } = await watch.connection.requestPairingCode(phone);
          expect(code).toMatch(/^[0-9A-Z]{8}$/);
          expect(expiresAt).toBeGreaterThan(Date.now());
          await spec.harness.enterCode(phone, code);
        },
      ],
    ])('%s, asks for a restart, and recognizes it afterwards', async (_, pair) => {
      const phone = spec.newPhone();
      const watch = spec.connect();
      const states: (string | null)[] = [];
      watch.react = async (event) => {
        if (event.type === 'paired') states.push(await Promise.resolve(watch.store.state));
      };
      await pair(watch, phone);
      expect(await watch.closed()).toBe('restart_required');
      expect(watch.events.map(({ type }) => type)).toEqual(['qr', 'paired', 'closed']);
      // The state is saved before anybody is told of the link.
      expect(states).toEqual([expect.any(String)]);

      for (let login = 0; login < 2; login += 1)
        expect((await spec.connect(watch.store).next('open')).phoneNumber).toBe(phone);
    });

    it('with successive codes that state their expiry, and ends when none is used', async () => {
      const before = Date.now();
      const watch = spec.connect(new MemoryStore(), spec.harness.impatient);
      expect((await watch.next('qr')).expiresAt).toBeGreaterThan(before);
      expect(await watch.closed()).toBe('code_expired');
      const texts = watch.events.flatMap((event) => (event.type === 'qr' ? [event.text] : []));
      expect(new Set(texts).size).toBeGreaterThan(1);
    });

    it('never over a connection that has ended', async () => {
      const watch = spec.connect(new MemoryStore(), spec.harness.impatient);
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
      const message = spec.newMessage(watch);
      expect(await watch.connection.send(message, TIMEOUT_MS)).toEqual({ kind: 'accepted' });
      expect(await spec.harness.received(message.chatMessageId)).toMatchObject([{ text: 'Hello 👋' }]);
    });

    it('nothing of a type that it cannot send', async () => {
      const { watch } = await spec.open();
      const order = { type: 'order', text: null, order: {} } as const;
      expect(watch.connection.compose(order, null)).toBeNull();
    });

    it('a message and passes on a refusal with the network’s code', async () => {
      const { outcome, message } = await spec.sendWith('refused');
      expect(outcome).toMatchObject({ kind: 'refused', code: spec.harness.refusalCode });
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
      await spec.harness.end(phone, 'lost');
      await watch.closed();
      const expected: SendOutcome = { kind: 'not_sent' };
      expect(await watch.connection.send(spec.newMessage(watch), TIMEOUT_MS)).toEqual(expected);
    });
  });
}

function describeReceiving(spec: EngineSpec): void {
  describe('receives', () => {
    it('delivery and read receipts, with their times', async () => {
      const { watch, phone } = await spec.open();
      const message = spec.newMessage(watch);
      await watch.connection.send(message, TIMEOUT_MS);
      const delivered = await watch.receipt(message.chatMessageId, 'delivered');
      await spec.harness.openChat(phone);
      const read = await watch.receipt(message.chatMessageId, 'read');
      expect(read.at.getTime()).toBeGreaterThanOrEqual(delivered.at.getTime());
    });

    it('the failure of a message that the network had accepted, with its code', async () => {
      const { outcome, watch, message } = await spec.sendWith('failed_later');
      expect(outcome).toEqual({ kind: 'accepted' });
      expect((await watch.receipt(message.chatMessageId, 'failed')).errorCode).toBe(spec.harness.refusalCode);
    });

    it('messages, with their senders and times', async () => {
      const { watch, phone } = await spec.open();
      const id = await spec.harness.write(phone, 'Hi');
      const message = await watch.message(id);
      expect(message).toMatchObject({
        from: { phone: spec.harness.customer },
        content: { type: 'text', text: 'Hi' },
      });
      expect(message.sentAt).toBeInstanceOf(Date);
    });

    it.each(['poll', 'event'])(
      'a %s as unknown content, with what it is and all that it says',
      async (type) => {
        const { watch, phone } = await spec.open();
        const written = { type: 'unsupported', content: { type, question: 'Which?' } } as const;
        const message = await watch.message(await spec.harness.writeAny(phone, written));
        const { raw } = message.content as { raw: string };
        expect(message.content.type).toBe('unsupported');
        expect(JSON.parse(raw)).toMatchObject({ type: expect.stringMatching(`^${type}`) as unknown });
        expect(raw).toContain('Which?');
      },
    );

    it('one event at a time: a busy listener is only asked to hurry when a message arrives', async () => {
      const { watch, phone } = await spec.open();
      let finish = () => {};
      const busy = new Promise<void>((resolve) => (finish = resolve));
      watch.react = () => busy;
      const ids = [await spec.harness.write(phone, '1')];
      await watch.next('arrived');
      for (const text of ['2', '3', '4']) ids.push(await spec.harness.write(phone, text));
      // The network answers after its deliveries, and the answer does not wait for the listener. A message to the same
      // person may wait: an engine that encrypts takes one step of their session at a time.
      const { registered } = await spec.harness.personOfTwoSpellings();
      const message = { ...spec.newMessage(watch), to: { phone: registered, userId: null } };
      expect((await watch.connection.send(message, TIMEOUT_MS)).kind).toBe('accepted');
      expect(watch.arrivals.map(({ chatMessageId }) => chatMessageId)).toEqual(ids.slice(0, 1));
      expect(watch.hurries).toBe(ids.length);

      finish();
      await watch.message(ids.at(-1)!);
      const told = watch.arrivals.flatMap((arrival) => (arrival.type === 'message' ? arrival : []));
      expect(told.map(({ chatMessageId }) => chatMessageId)).toEqual(ids);
    });

    it('again, after the next login, what the listener rejected and what followed it', async () => {
      const { watch, phone, store } = await spec.open();
      const kept = await spec.harness.write(phone, 'kept');
      await watch.message(kept);
      watch.react = (event) =>
        event.type === 'arrived' ? Promise.reject(new Error('No.')) : Promise.resolve();
      const ids = [await spec.harness.write(phone, 'first'), await spec.harness.write(phone, 'second')];
      await watch.closed();

      const next = spec.connect(store);
      await next.message(ids[1]!);
      const again = next.arrivals.map(({ chatMessageId }) => chatMessageId);
      expect(again.filter((id) => id !== kept)).toEqual(ids);
    });

    it('nothing twice that the listener accepted before the connection broke', async () => {
      const { watch, phone, store } = await spec.open();
      const first = await spec.harness.write(phone, 'first');
      await watch.message(first);
      // The listener gets the next message only after the confirmation of the first was sent.
      await watch.message(await spec.harness.write(phone, 'second'));
      await spec.harness.end(phone, 'lost');
      await watch.closed();

      const next = spec.connect(store);
      await next.message(await spec.harness.write(phone, 'third'));
      expect(next.arrivals.map(({ chatMessageId }) => chatMessageId)).not.toContain(first);
    });
  });
}

function describeReading(spec: EngineSpec): void {
  const named = (chatMessageId: string) => ({
    chatMessageId,
    from: { phone: spec.harness.customer, userId: null },
  });

  describe('shows that somebody types', () => {
    it('to the person alone, and no longer once the connection has ended', async () => {
      const { watch, phone } = await spec.open();
      const to = { phone: spec.harness.customer, userId: null };
      expect(await watch.connection.showTyping({ phone: spec.newPhone(), userId: null })).toBe(true);
      expect(await spec.harness.seesTyping(phone)).toBe(false);
      expect(await watch.connection.showTyping(to)).toBe(true);
      await until(() => spec.harness.seesTyping(phone), { describe: 'the person to see it' });
      await spec.harness.end(phone, 'lost');
      await watch.closed();
      expect(await watch.connection.showTyping(to)).toBe(false);
    });
  });

  describe('reports that messages were read', () => {
    it('to their sender, and of no others', async () => {
      const { watch, phone } = await spec.open();
      const ids: string[] = [];
      for (const text of ['one', 'two', 'three']) ids.push(await spec.harness.write(phone, text));
      await watch.message(ids.at(-1)!);
      expect(await watch.connection.read([named(ids[0]!), named(ids[1]!)], TIMEOUT_MS)).toBe(true);
      expect(await Promise.all(ids.map((id) => spec.harness.isRead(id)))).toEqual([true, true, false]);
    });

    it('no longer once the connection has ended', async () => {
      const { watch, phone } = await spec.open();
      const id = await spec.harness.write(phone, 'Hi');
      await watch.message(id);
      await spec.harness.end(phone, 'lost');
      await watch.closed();
      expect(await watch.connection.read([named(id)], TIMEOUT_MS)).toBe(false);
      expect(await spec.harness.isRead(id)).toBe(false);
    });
  });
}

function describeEnding(spec: EngineSpec): void {
  describe('ends', () => {
    it('for each reason that the network gives, in our own words', async () => {
      for (const reason of spec.harness.endings) {
        const { watch, phone } = await spec.open();
        await spec.harness.end(phone, reason);
        expect(await watch.closed()).toBe(reason);
        expect(watch.events.at(-1)!.type).toBe('closed');
      }
    });

    it('in an outage as a line that broke or a busy network, never as a link that is gone', async () => {
      for (const breakConnections of spec.harness.outages) {
        const { watch, phone, store } = await spec.open();
        await breakConnections(phone);
        expect(['lost', 'busy', 'unreachable']).toContain(await watch.closed());
        expect((await spec.connect(store).next('open')).phoneNumber).toBe(phone);
      }
    });

    it('when the owner removes the device, which ends the link', async () => {
      const { watch, phone, store } = await spec.open();
      await spec.harness.unlink(phone);
      expect(await watch.closed()).toBe('logged_out');
      expect(await spec.connect(store).closed()).toBe('logged_out');
    });

    it('when it logs out, which the phone sees', async () => {
      const { watch, phone, store } = await spec.open();
      expect(await spec.harness.linkedDevices(phone)).toBe(1);
      await watch.connection.logOut(TIMEOUT_MS);
      expect(await spec.harness.linkedDevices(phone)).toBe(0);
      expect(await spec.connect(store).closed()).toBe('logged_out');
    });

    it('when the same device connects elsewhere', async () => {
      const { watch, store } = await spec.open();
      await spec.connect(store).next('open');
      expect(await watch.closed()).toBe('replaced');
    });

    it('as logged out with the state of a link that the network never made', async () => {
      const store = new MemoryStore(spec.harness.forgedState());
      expect(await spec.connect(store).closed()).toBe('logged_out');
    });

    it('as unreachable when there is no network', async () => {
      const watch = spec.connect(new MemoryStore(), spec.harness.unreachable);
      expect(await watch.closed()).toBe('unreachable');
    });

    it('without an event when it is closed here', async () => {
      const { watch, phone, store } = await spec.open();
      const told = watch.events.length;
      watch.connection.close();
      const next = spec.connect(store);
      await next.message(await spec.harness.write(phone, 'for the next one'));
      expect(watch.events.length).toBe(told);
    });
  });
}
