import { randomUUID } from 'node:crypto';
import { scopes } from '@chat/contracts';
import { until, type TestClient, type WebhookReceiver } from '@chat/test-kit';
import { findMarks } from '../messages/marks';
import { connectPhone, listen } from '../messages/shop';
import type { RunningStack } from '../shared-stack';
import { runAdmin } from './run-admin';

/** A person who hides the number from the owner of a linked phone. */
export function hiddenPersonErased(stack: RunningStack): void {
  let accountId: number;
  let client: TestClient;
  let receiver: WebhookReceiver;
  let device: { id: number; number: string };

  beforeAll(async () => {
    const { admin } = stack();
    accountId = (await admin.createAccount()).id;
    client = stack().typedClient(await admin.createApiKey(accountId, { scopes: [...scopes] }));
    receiver = await listen(client);
    const phone = await connectPhone(stack(), client);
    device = { id: phone.device.id, number: phone.number };
  });

  afterAll(() => receiver.stop());

  const mark = (what: string) => `${what}${randomUUID().slice(0, 8)}`;

  /** Both write, the owner by hand too, and the phone keeps keys for the person. @returns the texts, and who it is. */
  async function talk(digits: string): Promise<Record<string, string> & { userId: string }> {
    const { sandbox } = stack();
    const texts = { inbound: mark('Inbound'), outbound: mark('Outbound'), echo: mark('Echo') };
    await sandbox.setPhone(digits, { hidden: true });
    const id = await sandbox.write(digits, { to: device.number, text: texts.inbound });
    const { data } = await receiver.waitFor(
      'message.received',
      ({ data: { message } }) => message.chat_message_id === id,
    );
    const { conversation_id } = data;
    const userId = data.contact.provider_user_id!;
    const sent = await client.sendMessage({ conversation_id, message: texts.outbound });
    await receiver.waitFor('message.delivered', (told) => told.data.message.id === sent.message_id);
    const echoId = await sandbox.echo(device.number, { to: digits, text: texts.echo });
    await receiver.waitFor('message.sent', (told) => told.data.message.chat_message_id === echoId);
    await stack().query(`INSERT INTO device_sessions.session_keys VALUES ($1, $2, 'session', $3, 'sealed')`, [
      accountId,
      device.id,
      `${userId.split('@')[0]}_1.0`,
    ]);
    return { ...texts, userId, user: userId.split('@')[0]!, id, echoId, sentId: sent.chat_message_id };
  }

  it('is exported and erased by the id of the network, and nobody else is affected', async () => {
    const [ana, eva] = [await talk('12025557771'), await talk('12025557772')];
    const places = await findMarks(stack(), ana);
    expect(places).toEqual(
      expect.arrayContaining([
        'echoId in device_sessions.received',
        'sentId in device_sessions.sends',
        'user in device_sessions.session_keys',
        'userId in device_sessions.received',
      ]),
    );
    const person = ['--account', String(accountId), '--user-id', ana.userId];
    const exported = await runAdmin(stack(), ['person', 'export', ...person]);
    expect(Object.values(ana).filter((value) => !exported.includes(value))).toEqual([]);

    await runAdmin(stack(), ['person', 'erase', ...person]);
    expect(await findMarks(stack(), ana)).toEqual([]);
    const left = await findMarks(stack(), eva);
    expect(left).toEqual(
      expect.arrayContaining(['user in device_sessions.session_keys', 'sentId in device_sessions.sends']),
    );
  }, 240_000);

  it('can be written to again after writing again', async () => {
    const digits = '12025557771';
    const id = await stack().sandbox.write(digits, { to: device.number, text: 'Hello again' });
    const { data } = await receiver.waitFor(
      'message.received',
      ({ data: { message } }) => message.chat_message_id === id,
    );
    expect(data.message.sequence).toBe(1);
    const message = mark('Outbound');
    await client.sendMessage({ conversation_id: data.conversation_id, message });
    await until(async () => (await stack().sandbox.messages(digits)).some(({ text }) => text === message), {
      describe: 'the message',
    });
  });
}
