import { MediaGoneError } from '@chat/connector-kit';
import type { CloseReason } from '../engines/close-reasons';
import { MediaExpiredError, PairingRefusedError, type InboundMedia } from '../engines/device-engine';
import type { EngineSpec } from './describe-device-engine';

const TIMEOUT_MS = 10_000;
const inTime = () => AbortSignal.timeout(TIMEOUT_MS);

/** Specifies how every engine deals with people, and with phones that are not as usual. */
export function describePeople(spec: EngineSpec): void {
  describeNames(spec);
  describeEchoes(spec);
  describeMoods(spec);
}

function describeNames(spec: EngineSpec): void {
  describe('knows people', () => {
    it('by the spelling of their number that the network uses', async () => {
      const { watch } = await spec.open();
      const { given, registered } = await spec.harness.personOfTwoSpellings();
      expect(await watch.connection.lookUp([given, registered], TIMEOUT_MS)).toMatchObject({
        phone: registered,
      });
      const to = { phone: registered, userId: null };
      const message = { ...spec.newMessage(watch), to };
      expect(await watch.connection.send(message, TIMEOUT_MS)).toEqual({ kind: 'accepted' });
      expect(await spec.harness.receivedBy(registered, message.chatMessageId)).toHaveLength(1);
      const phantom = { ...spec.newMessage(watch), to: { phone: given, userId: null } };
      expect(await watch.connection.send(phantom, TIMEOUT_MS)).toMatchObject({ kind: 'refused' });
    });

    it('or not at all', async () => {
      const { watch } = await spec.open();
      const nobody = await spec.harness.unregisteredNumber();
      expect(await watch.connection.lookUp([nobody], TIMEOUT_MS)).toBeNull();
    });

    it('by an id, where the number is hidden, and answers them by it', async () => {
      const { watch, phone } = await spec.open();
      const person = await spec.harness.hiddenPerson();
      const { from } = await watch.message(await spec.harness.writeAs(person, phone, 'Who am I?'));
      expect(from).toEqual({ phone: null, userId: expect.any(String) as string });
      expect(from.userId).not.toContain(person);

      const message = { ...spec.newMessage(watch), to: from };
      expect(await watch.connection.send(message, TIMEOUT_MS)).toEqual({ kind: 'accepted' });
      expect(await spec.harness.receivedBy(person, message.chatMessageId)).toHaveLength(1);
    });

    it('by both, once the number is known', async () => {
      const { watch, phone } = await spec.open();
      const person = await spec.harness.hiddenPerson();
      const { from: hidden } = await watch.message(await spec.harness.writeAs(person, phone, 'Hidden'));
      await spec.harness.showNumber(person);
      const { from: known } = await watch.message(await spec.harness.writeAs(person, phone, 'Known'));
      expect(known).toEqual({ phone: person, userId: hidden.userId });
    });
  });
}

function describeEchoes(spec: EngineSpec): void {
  describe('hears what the owner writes on the phone itself', () => {
    it('and to whom', async () => {
      const { watch, phone } = await spec.open();
      const echo = await watch.echo(await spec.harness.echo(phone, { text: 'From my pocket' }));
      expect(echo).toMatchObject({
        to: { phone: spec.harness.customer },
        content: { type: 'text', text: 'From my pocket' },
      });
      expect(echo.sentAt).toBeInstanceOf(Date);
    });

    it('and nothing of what it sent itself', async () => {
      const { watch, phone } = await spec.open();
      const message = spec.newMessage(watch);
      await watch.connection.send(message, TIMEOUT_MS);
      await watch.echo(await spec.harness.echo(phone, { text: 'after it' }));
      expect(watch.arrivals.filter(({ type }) => type === 'echo')).toHaveLength(1);
    });
  });
}

function describeMoods(spec: EngineSpec): void {
  describe('copes with', () => {
    it('a code that the network replaces before it expires', async () => {
      const watch = spec.connect();
      const first = await watch.next('qr');
      await spec.harness.retireCodes();
      const next = await watch.next('qr', ({ text }) => text !== first.text);
      const phone = spec.newPhone();
      await expect(spec.harness.scan(phone, first.text)).rejects.toThrow();
      await spec.harness.scan(phone, next.text);
      await watch.next('paired');
    });

    it('a number that the network spells otherwise, by refusing it a code', async () => {
      const { given, registered } = await spec.harness.personOfTwoSpellings();
      const watch = spec.connect();
      await watch.next('qr');
      await expect(watch.connection.requestPairingCode(given)).rejects.toThrow(PairingRefusedError);
      const { code } = await watch.connection.requestPairingCode(registered);
      await spec.harness.enterCode(registered, code);
      await watch.next('paired');
    });

    it('a phone that demands a passkey', async () => {
      const phone = spec.newPhone();
      await spec.harness.demandPasskey(phone);
      const watch = spec.connect();
      await spec.harness.scan(phone, (await watch.next('qr')).text).catch(() => undefined);
      const expected: CloseReason = 'passkey_required';
      expect(await watch.closed()).toBe(expected);
      expect(watch.store.state).toBeNull();
    });

    it('a phone that may not start new chats for a while', async () => {
      const { watch, phone, store } = await spec.open();
      // Networks tell it in seconds.
      const until = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_600_000);
      await spec.harness.restrict(phone, until);
      expect(await watch.next('restricted')).toEqual({ type: 'restricted', isRestricted: true, until });
      // It is told again after the next login.
      expect(await spec.connect(store).next('restricted')).toMatchObject({ isRestricted: true, until });
    });

    it('a device of the recipient that could not read a message', async () => {
      const { watch } = await spec.open();
      const message = spec.newMessage(watch);
      await watch.connection.send(message, TIMEOUT_MS);
      await spec.harness.failToRead(message.chatMessageId);
      await spec.harness.untilReadableAgain(message.chatMessageId);
      expect(await spec.harness.received(message.chatMessageId)).toHaveLength(1);
    });

    it('a network that falls silent, by giving no sign of life', async () => {
      const { watch, phone } = await spec.open();
      await spec.harness.silence(phone, 60_000);
      const heard = watch.signsOfLife;
      const outcome = await watch.connection.send(spec.newMessage(watch), 500);
      expect(outcome).toEqual({ kind: 'unknown' });
      expect(watch.signsOfLife).toBe(heard);
    });

    it('media that expired, by asking the phone for it', async () => {
      const { watch, phone } = await spec.open();
      const uri = 'data:application/pdf;base64,JVBERi0xLjQK';
      const id = await spec.harness.writeAny(phone, { type: 'document', media: uri, filename: 'a.pdf' });
      const { media } = (await watch.message(id)).content as { media: InboundMedia };
      await spec.harness.setMedia(id, 'expired');
      await expect(spec.harness.engine.download(media.source, inTime())).rejects.toThrow(MediaExpiredError);
      const renewed = await watch.connection.renewMedia(media.source, TIMEOUT_MS);
      const bytes = await spec.harness.engine.download(renewed, inTime());
      expect(Buffer.concat(await bytes.toArray()).toString()).toBe('%PDF-1.4\n');

      await spec.harness.setMedia(id, 'lost');
      await expect(watch.connection.renewMedia(media.source, TIMEOUT_MS)).rejects.toThrow(MediaGoneError);
    });
  });
}
