import { until, type TestClient } from '@chat/test-kit';
import { openCloudShop, type CloudShop } from './cloud-shop';
import { spelledNumbers, type SpelledNumber } from '../messages/spelled-numbers';
import type { RunningStack } from '../shared-stack';

/** The people of the provider's cloud whose numbers have several spellings. */
export function cloudPeople(stack: RunningStack): void {
  let shop: CloudShop;
  let client: TestClient;
  let templateId: string;
  let people = 60;

  beforeAll(async () => {
    shop = await openCloudShop(stack());
    ({ client } = shop);
    templateId = await approvedTemplate();
  });

  afterAll(() => shop.receiver.stop());

  const approvedTemplate = async () => {
    const scopes = ['templates:read', 'templates:write'];
    const author = stack().typedClient(await stack().admin.createApiKey(shop.accountId, { scopes }));
    const { template } = await author.createTemplate({
      ...{ chat_account_id: shop.device.id, name: 'first_words', language: 'en_US', category: 'UTILITY' },
      body: 'Your order is ready.',
    });
    await until(
      async () => (await author.getTemplate({ id: template.template_id })).template.status === 'APPROVED',
      { describe: 'the approval' },
    );
    return template.template_id;
  };
  const write = async (digits: string, text: string) => {
    const id = await stack().sandbox.write(digits, { to: shop.number.digits, text });
    const isIt = ({ data }: { data: { message: { chat_message_id: string | null } } }) =>
      data.message.chat_message_id === id;
    return (await shop.receiver.waitFor('message.received', isIt)).data;
  };
  const received = async (digits: string) =>
    (await stack().sandbox.messages(digits)).map(({ type, text }) => text ?? type);

  describe.each(spelledNumbers)('a number of %s that the network spells otherwise', (_, numberWith) => {
    let person: SpelledNumber;
    let dialled: string;

    beforeEach(async () => {
      people += 1;
      person = numberWith(String(people));
      dialled = `${person.code}${person.mobile}`;
      await stack().sandbox.setPhone(dialled, { registered_as: person.network });
    });

    const byNumber = () => ({
      mobile_code: person.code,
      mobile: person.mobile,
      chat_account_id: shop.device.id,
    });
    const reply = (conversation_id: number, message: string) =>
      client.sendMessage({ conversation_id, message });

    it('is answered in the conversation that it began, by its id or by the number', async () => {
      const { conversation_id: id } = await write(dialled, 'Anybody there?');
      const answers = [
        await reply(id, 'by the id'),
        await client.sendMessage({ ...byNumber(), message: 'by the number' }),
      ];
      expect(answers.map(({ conversation_id }) => conversation_id)).toEqual([id, id]);
      expect(await received(person.network)).toEqual(['by the id', 'by the number']);
    });

    it('is reached first by a template, and answers in the same conversation', async () => {
      const { conversation_id: id } = await client.sendTemplate({ ...byNumber(), template_id: templateId });
      expect((await write(dialled, 'Who is it?')).conversation_id).toBe(id);
      await reply(id, 'by the id');
      await client.sendMessage({ ...byNumber(), message: 'by the number' });
      expect(await received(person.network)).toEqual(['template', 'by the id', 'by the number']);
    });
  });
}
