import { accountSuspensionChanged } from '@chat/contracts/gateway';
import { messageReceived } from '@chat/contracts/messaging';
import type { AppError } from '@chat/errors';
import { refusal, testContext, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

describe('a suspended account', () => {
  let messaging: MessagingUnderTest;
  const accountId = 70;
  const context = testContext({ accountId });

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
  });

  afterAll(() => messaging.service.stop());

  const announce = (is_suspended: boolean, entityVersion: number) =>
    messaging.bus.publish(
      accountSuspensionChanged,
      { is_suspended },
      { accountId, entity: `accounts/${accountId}`, entityVersion },
    );
  const refused = () =>
    messaging.send({}, context).then(
      () => null,
      (error: AppError) => error,
    );
  const messages = async () => (await messaging.service.query('SELECT FROM messaging.messages')).length;

  it('can send nothing, which writes nothing, while what people write to it is stored and told', async () => {
    await messaging.send({}, context);
    await announce(true, 1);
    const error = await until(refused, { describe: 'a send to be refused' });
    expect(error.toBody()).toMatchObject({ code: 'feature_disabled', reason: 'account_suspended' });
    expect(error.details).not.toHaveProperty('message_id');
    const before = await messages();
    expect((await refusal(messaging.send({}, context))).code).toBe('feature_disabled');
    expect(await messages()).toBe(before);
    await messaging.send();
    const { chat_message_id } = await messaging.receive({}, accountId);
    await messaging.bus.nextEvent(
      messageReceived,
      ({ accountid, data }) =>
        accountid === String(accountId) && data.message.chat_message_id === chat_message_id,
    );
    await announce(false, 2);
    await until(async () => (await refused()) === null, { describe: 'a send to be taken' });
  });
});
