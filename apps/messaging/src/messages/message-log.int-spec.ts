import { AppError } from '@chat/errors';
import { CapturedLog, refusal, testContext, until, type LogLine } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

const TEXT = 'The parcel for Rosalind';
const PHONE = '15112345678';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('the log of messages', () => {
  let log: CapturedLog;
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    log = new CapturedLog();
    messaging = await MessagingUnderTest.start({}, { environment: { LOG_LEVEL: 'debug' } });
  });

  afterAll(async () => {
    await messaging.service.stop();
    log.release();
  });

  beforeEach(() => messaging.playWell());

  const lineOf = (messageId: number, text: string): Promise<LogLine> =>
    until(() => log.lines.find((line) => line.messageId === messageId && line.msg === text), {
      describe: `the line "${text}"`,
    });

  it('warns of a message that fails after it was accepted, with its records and the codes', async () => {
    const { message_id, conversation_id } = await messaging.send({ message: TEXT, mobile: PHONE });
    await messaging.acknowledge(message_id, 'failed', {
      error: {
        code: 'invalid_phone',
        message: `${PHONE} is not on the network.`,
        reason: null,
        provider: { code: '131026', message: `Message undeliverable to ${PHONE}` },
      },
    });
    expect(await lineOf(message_id, 'a message failed later')).toMatchObject({
      ...{ level: 'warn', accountId: 1, channelId: 1, conversationId: conversation_id, type: 'text' },
      ...{ from: 'sent', status: 'failed', code: 'invalid_phone', providerCode: '131026' },
    });
  });

  it('names a message that fails at once, in the trace of its request', async () => {
    messaging.handOver = () => {
      throw new AppError('provider_error', { provider: { code: '131000', message: 'Something went wrong' } });
    };
    const context = { ...testContext(), traceparent: `00-${TRACE}-00f067aa0ba902b7-00` };
    const { message_id } = await refusal(messaging.send({ message: TEXT }, context));
    expect(await lineOf(message_id!, 'a message failed')).toMatchObject({
      ...{ level: 'info', code: 'provider_error', providerCode: '131000', traceId: TRACE },
    });
  });

  it('warns of an unknown outcome, and names what settles it', async () => {
    messaging.handOver = () => {
      throw new AppError('provider_outcome_unknown');
    };
    const { message_id } = await refusal(messaging.send({ message: TEXT }));
    expect(await lineOf(message_id!, 'the outcome of a message is unknown')).toMatchObject({
      ...{ level: 'warn', from: 'sending', status: 'unknown' },
    });
    await messaging.acknowledge(message_id!, 'delivered');
    expect(await lineOf(message_id!, 'the outcome of a message is known now')).toMatchObject({
      ...{ level: 'info', from: 'unknown', status: 'delivered' },
    });
  });

  it('names a send that was settled without an answer', async () => {
    messaging.handOver = () => {
      throw new AppError('server_error');
    };
    messaging.settle = () => ({ outcome: 'refused', chat_message_id: null, error: null });
    const { message_id } = await refusal(messaging.send({ message: TEXT }));
    await messaging.passDeadlines();
    expect(await lineOf(message_id!, 'a send without an outcome is settled')).toMatchObject({
      ...{ level: 'info', accountId: 1, channelId: 1, outcome: 'refused' },
    });
  });

  it('has a line of detail for an arrival', async () => {
    await messaging.receive({ text: TEXT, name: 'Rosalind', from: `49${PHONE}` });
    const line = await until(() => log.lines.find(({ msg }) => msg === 'a message arrived'), {
      describe: 'the line of the arrival',
    });
    expect(line).toMatchObject({ level: 'debug', accountId: 1, channelId: 1, direction: 'inbound' });
  });

  it('contains no text, number, name or id of a network', async () => {
    const { chat_message_id } = await messaging.receive({ text: TEXT, name: 'Rosalind', from: `49${PHONE}` });
    await until(() => log.lines.filter(({ msg }) => msg === 'a message arrived').length > 1, {
      describe: 'the line of the arrival',
    });
    expect([TEXT, PHONE, 'Rosalind', chat_message_id].filter((secret) => log.text.includes(secret))).toEqual(
      [],
    );
  });
});
