import type { ConnectorSend } from '@chat/contracts/connector';
import type { ErrorBody } from '@chat/errors';
import { refusal } from '../refusal';
import { until } from '../until';
import type { ConnectorHarness } from './connector-harness';
import { ConnectorSpec } from './connector-spec';

/** What every connector guarantees, whatever its network. Each connector passes it, and so does the fake one. */
export function describeConnector(name: string, start: () => Promise<ConnectorHarness>): void {
  describe(`${name} as a connector`, () => {
    let harness: ConnectorHarness;

    beforeAll(async () => {
      harness = await start();
    });

    afterAll(() => harness.stop());

    const spec = new ConnectorSpec(() => harness);
    describeSending(spec);
    describeRefusals(spec);
    describeDoubt(spec);
    describeSettlement(spec);
    describeReceipts(spec);
    describeInbound(spec);
    describeReads(spec);
    describeErasure(spec);
  });
}

function describeSending(spec: ConnectorSpec): void {
  describe('hands a message over', () => {
    it('with its text, and answers the id that it has on the network', async () => {
      const body = spec.newSend();
      const { chat_message_id } = await spec.send(body);
      expect(chat_message_id).not.toBe('');
      expect(await spec.harness.handedOver(body)).toEqual([`message ${body.message_id}`]);
    });

    it('once, however often it is asked, at once or one after the other', async () => {
      const body = spec.newSend();
      const answers = await Promise.all([spec.send(body), spec.send(body), spec.send(body)]);
      answers.push(await spec.send(body), await spec.send({ ...body, deadline: Date.now() - 1 }));
      expect(new Set(answers.map(({ chat_message_id }) => chat_message_id)).size).toBe(1);
      expect(await spec.harness.handedOver(body)).toHaveLength(1);
    });

    it('within the deadline, though the network was too busy at first', async () => {
      const body = spec.newSend();
      await spec.harness.during(body, 'busy_once', async () => void (await spec.send(body)));
      expect(await spec.harness.handedOver(body)).toHaveLength(1);
    });
  });
}

function describeRefusals(spec: ConnectorSpec): void {
  /** Refused permanently, and never sent to the network. */
  const staysRefused = async (body: ConnectorSend, first: ErrorBody) => {
    const again = await refusal(spec.send({ ...body, deadline: Date.now() + 10_000 }));
    expect(again).toEqual(first);
    expect(await spec.harness.handedOver(body)).toEqual([]);
    expect(await spec.settle(body)).toMatchObject({
      outcome: 'refused',
      chat_message_id: null,
      error: { code: first.code, provider: first.provider ?? null },
    });
  };

  describe('refuses a message cleanly, and for good', () => {
    it('to somebody whom the network does not know', async () => {
      const body = spec.newSend();
      const refused = await spec.refusalOf(body, 'no_such_person');
      expect(refused).toMatchObject({ code: 'invalid_phone', retryable: false });
      expect(typeof refused.provider?.code).toBe('string');
      await staysRefused(body, refused);
    });

    it('that the network refuses for good, with a reason', async () => {
      const body = spec.newSend();
      const refused = await spec.refusalOf(body, 'refused_for_good');
      expect(refused).toMatchObject({ code: 'capability_error', retryable: false });
      expect([typeof refused.reason, typeof refused.provider?.code]).toEqual(['string', 'string']);
      await staysRefused(body, refused);
    });

    it('for which the network is too busy until the deadline, and says that a new one may pass', async () => {
      const { body, refused } = await spec.refusedWithin(1_500, 'busy');
      expect(refused).toMatchObject({ code: spec.harness.connector.busy, retryable: true });
      await staysRefused(body, refused);
    });

    it('of a kind that it does not send, with a reason', async () => {
      const body = spec.newSend({ content: spec.harness.unsupported });
      const refused = await refusal(spec.send(body));
      expect(refused).toMatchObject({ code: 'capability_error', retryable: false });
      expect(typeof refused.reason).toBe('string');
      await staysRefused(body, refused);
    });

    it('after its deadline', async () => {
      const body = spec.newSend({ deadline: Date.now() - 1 });
      const refused = await refusal(spec.send(body));
      expect(refused.code).toBe(spec.harness.connector.unavailable);
      await staysRefused(body, refused);
    });

    it('of a channel that cannot send now', async () => {
      const body = spec.newSend({ channel_id: spec.harness.idleChannelId });
      const refused = await refusal(spec.send(body));
      expect(refused).toMatchObject({ code: spec.harness.connector.unavailable, retryable: true });
      await staysRefused(body, refused);
    });
  });
}

function describeDoubt(spec: ConnectorSpec): void {
  const unknown = { code: 'provider_outcome_unknown', retryable: false };

  describe('says that nobody knows', () => {
    it('when the answer is lost, and never hands the message over again', async () => {
      const body = spec.newSend();
      expect(await spec.refusalOf(body, 'lost')).toMatchObject(unknown);
      expect(await refusal(spec.send(body))).toMatchObject(unknown);
      expect(await spec.settle(body)).toEqual({ outcome: 'unknown', chat_message_id: null, error: null });
      expect(await refusal(spec.send(body))).toMatchObject(unknown);
      expect(await spec.harness.handedOver(body)).toEqual([]);
    });

    it('until a receipt shows that the network has the message', async () => {
      const { body, refused } = await spec.refusedWithin(1_500, 'accepted_unheard');
      expect(refused).toMatchObject(unknown);
      const { chat_message_id } = await spec.receipt(body, 'delivered');
      expect(await spec.settle(body)).toEqual({
        outcome: 'sent',
        chat_message_id,
        error: null,
      });
      expect(await spec.harness.handedOver(body)).toHaveLength(1);
    });

    it('until the network says so after the deadline, which is told', async () => {
      const { body, refused } = await spec.refusedWithin(1_000, 'accepted_late');
      expect(refused).toMatchObject(unknown);
      const { chat_message_id } = await spec.receipt(body, 'sent');
      expect(await spec.settle(body)).toMatchObject({ outcome: 'sent', chat_message_id });
    });
  });
}

function describeSettlement(spec: ConnectorSpec): void {
  describe('settles a send', () => {
    it('that never arrived as refused, and refuses it should it still arrive', async () => {
      const body = spec.newSend();
      expect(await spec.settle(body)).toMatchObject({ outcome: 'refused', chat_message_id: null });
      expect((await refusal(spec.send(body))).code).toBe(spec.harness.connector.unavailable);
      expect(await spec.harness.handedOver(body)).toEqual([]);
    });

    it('that the network accepted as sent, under its id, as often as it is asked', async () => {
      const body = spec.newSend();
      const { chat_message_id } = await spec.send(body);
      const settled = { outcome: 'sent', chat_message_id, error: null };
      expect([await spec.settle(body), await spec.settle(body)]).toEqual([settled, settled]);
      expect(await spec.send(body)).toEqual({ chat_message_id });
    });

    it('for the account that made it only', async () => {
      const body = spec.newSend();
      await spec.send(body);
      expect(await spec.settle(body, 2)).toMatchObject({ outcome: 'refused', chat_message_id: null });
      expect(await spec.settle(body)).toMatchObject({ outcome: 'sent' });
    });
  });
}

function describeReceipts(spec: ConnectorSpec): void {
  describe('tells of a message', () => {
    it('that it was delivered, and then read, under the id of the send', async () => {
      const body = spec.newSend();
      const { chat_message_id } = await spec.send(body);
      const about = { chat_message_id, error: null };
      expect(await spec.receipt(body, 'delivered')).toMatchObject(about);
      await spec.harness.openChat();
      expect(await spec.receipt(body, 'read')).toMatchObject(about);
    });

    it('and of each of several that are read at once', async () => {
      const bodies = Array.from({ length: 5 }, () => spec.newSend());
      for (const body of bodies) await spec.send(body);
      await spec.harness.openChat();
      for (const body of bodies) await spec.receipt(body, 'read');
    });

    it('that the network failed it afterwards, and why, in our words and in its own', async () => {
      const body = spec.newSend();
      await spec.harness.during(body, 'failed_later', async () => void (await spec.send(body)));
      const { error } = await spec.receipt(body, 'failed');
      expect(error).toMatchObject({ code: 'capability_error' });
      expect(typeof error?.provider?.code).toBe('string');
      expect((await spec.settle(body)).outcome).toBe('sent');
    });

    it('in the same words, when the network tells it twice', async () => {
      const body = spec.newSend();
      await spec.harness.during(body, 'told_twice', async () => void (await spec.send(body)));
      const twice = () => {
        const told = spec.receipts(body);
        return told.length >= 2 && told;
      };
      const [first, repeat] = await until(twice, { describe: 'the second receipt' });
      expect(repeat).toEqual({ ...first, level: 'delivered', at: repeat!.at });
      expect((await spec.settle(body)).outcome).toBe('sent');
    });
  });
}

function describeInbound(spec: ConnectorSpec): void {
  describe('brings in', () => {
    it('what somebody writes', async () => {
      const { channelId, person } = spec.harness;
      const { accountid, data } = await spec.inbound(await spec.harness.write('Hi 👋'));
      expect({ accountid, ...data }).toMatchObject({
        accountid: '1',
        channel_id: channelId,
        from: person,
        content: { type: 'text', text: 'Hi 👋' },
      });
    });

    it('a message once, though the network delivers it again, and what followed it', async () => {
      const { bus, connector } = spec.harness;
      const first = await spec.harness.write('once');
      await spec.inbound(first);
      await spec.harness.redeliver(first);
      await spec.inbound(await spec.harness.write('after it'));
      const ofFirst = bus.events(connector.inbound).filter(({ data }) => data.chat_message_id === first);
      expect(ofFirst).toHaveLength(1);
    });

    it('the messages of one person in their order', async () => {
      const ids: string[] = [];
      for (const text of ['one', 'two', 'three']) ids.push(await spec.harness.write(text));
      await spec.inbound(ids.at(-1)!);
      const { bus, connector } = spec.harness;
      const events = bus.events(connector.inbound).filter(({ data }) => ids.includes(data.chat_message_id));
      expect(events.map(({ data }) => data.chat_message_id)).toEqual(ids);
      expect(new Set(events.map(({ subject }) => subject)).size).toBe(1);
    });

    it('what nobody knows as it came', async () => {
      const { data } = await spec.inbound(await spec.harness.writeUnknown());
      expect(data.content).toMatchObject({ type: 'unsupported' });
      const raw: unknown = JSON.parse(data.content.type === 'unsupported' ? data.content.raw : '');
      expect(raw).toMatchObject({ type: 'poll', question: 'Which?' });
    });
  });
}

function describeErasure(spec: ConnectorSpec): void {
  describe('forgets', () => {
    it('what came in, and still tells it only once when the network delivers it again', async () => {
      const { bus, connector } = spec.harness;
      const gone = await spec.harness.write('gone');
      await spec.inbound(gone);
      await spec.forget({ message_id: 999_999_998, chat_message_id: gone });
      await spec.forget({ message_id: 999_999_998, chat_message_id: gone });
      await spec.harness.redeliver(gone);
      await spec.inbound(await spec.harness.write('after it'));
      const told = bus.events(connector.inbound).filter(({ data }) => data.chat_message_id === gone);
      expect(told).toHaveLength(1);
    });

    it('what was sent: a receipt that comes later brings nothing back', async () => {
      const body = spec.newSend();
      const { chat_message_id } = await spec.send(body);
      await spec.receipt(body, 'delivered');
      await spec.forget({ message_id: body.message_id, chat_message_id });
      await spec.harness.openChat();
      const other = spec.newSend();
      await spec.send(other);
      await spec.harness.openChat();
      await spec.receipt(other, 'read');
      expect(spec.receipts(body).map(({ level }) => level)).not.toContain('read');
    });
  });
}

function describeReads(spec: ConnectorSpec): void {
  describe('shows to a person', () => {
    const areRead = (ids: string[]) => Promise.all(ids.map((id) => spec.harness.isRead(id)));

    it('that a message was read, and all that they wrote before it, but nothing after', async () => {
      const ids: string[] = [];
      for (const text of ['one', 'two', 'three']) ids.push(await spec.harness.write(text));
      await spec.inbound(ids.at(-1)!);
      expect(await areRead(ids)).toEqual([false, false, false]);
      await spec.read(ids[1]!);
      await spec.read(ids[1]!);
      expect(await areRead(ids)).toEqual([true, true, false]);
    });

    it('nothing by a channel that is not connected now, and says so', async () => {
      const id = await spec.harness.write('unseen');
      await spec.inbound(id);
      const refused = await refusal(spec.read(id, spec.harness.idleChannelId));
      expect(refused).toMatchObject({ code: spec.harness.connector.unavailable, retryable: true });
      expect(await spec.harness.isRead(id)).toBe(false);
    });
  });
}
