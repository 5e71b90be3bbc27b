import { findWriter } from '@chat/contracts/messaging';
import { refusal, testContext, until } from '@chat/test-kit';
import { MessagingUnderTest } from '../testing/messaging-under-test';

describe('a number that no numbering plan has', () => {
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
  });

  afterAll(() => messaging.service.stop());

  const writerOf = async (phone: string, accountId = 1) =>
    (await messaging.bus.request(findWriter, { body: { phone } }, testContext({ accountId }))).phone;

  it.each([
    ['of Benin before its renumbering', '229', '97112233'],
    ['of Ivory Coast before its renumbering', '225', '07112233'],
    ['longer than its plan has any', '1', '20255501234'],
  ])('%s can be sent to once it wrote, on any channel of the account', async (_, mobile_code, mobile) => {
    const phone = mobile_code + mobile;
    const send = () => messaging.send({ mobile_code, mobile });
    expect((await refusal(send())).code).toBe('invalid_phone');

    await messaging.receive({ from: phone, channel_id: 2 });
    await until(async () => (await writerOf(phone)) === phone, { describe: 'the message to be there' });
    const { message_id } = await send();
    expect((await messaging.read(message_id)).contact.phone).toBe(phone);
    expect(await writerOf(phone, 2)).toBeNull();
  });

  it('is unknown as long as only we wrote to it', async () => {
    await messaging.send({ mobile_code: '49', mobile: '15155555555' });
    expect(await writerOf('4915155555555')).toBeNull();
  });

  it('is unknown while its person is being erased', async () => {
    await messaging.receive({ from: '22997445566' });
    await until(async () => (await writerOf('22997445566')) !== null, {
      describe: 'the message to be there',
    });
    await messaging.service.query(
      `UPDATE messaging.conversations SET erasure_id = 1 WHERE canonical_phone = '22997445566'`,
    );
    expect(await writerOf('22997445566')).toBeNull();
  });

  it('behind what is no dial code stays refused', async () => {
    await messaging.receive({ from: '22997778899' });
    await until(async () => (await writerOf('22997778899')) !== null, {
      describe: 'the message to be there',
    });
    const sent = messaging.send({ mobile_code: '2', mobile: '2997778899' });
    expect((await refusal(sent)).code).toBe('invalid_phone');
  });
});
