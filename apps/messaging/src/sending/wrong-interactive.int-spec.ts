import { refusal } from '@chat/test-kit';
import { wrongCases } from '../testing/interactive-cases';
import { MessagingUnderTest } from '../testing/messaging-under-test';

describe('an interactive message that the provider would refuse', () => {
  let messaging: MessagingUnderTest;

  beforeAll(async () => {
    messaging = await MessagingUnderTest.start();
  });

  afterAll(() => messaging.service.stop());

  it('is a 422 that names the member, in each of more than 200 ways, and nothing is stored or sent', async () => {
    let handedOver = 0;
    messaging.handOver = () => {
      handedOver += 1;
      return { chat_message_id: 'A' };
    };
    const cases = wrongCases();
    expect(cases.length).toBeGreaterThan(200);
    for (const { name, member, interactive } of cases) {
      const { code, errors = {} } = await refusal(messaging.send({ message: undefined, interactive }));
      const isNamed = Object.entries(errors).some(
        ([path, [sentence]]) => (path === member || path.startsWith(`${member}.`)) && Boolean(sentence),
      );
      expect({ name, code, isNamed }).toEqual({ name, code: 'validation_error', isNamed: true });
    }
    expect(handedOver).toBe(0);
    expect(await messaging.service.query('SELECT id FROM messaging.messages')).toEqual([]);
  });
});
