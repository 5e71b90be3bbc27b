import type { Message, SentMessage } from '@chat/client';
import type { Chat } from './answers.journeys';
import type { RunningStack } from '../shared-stack';

interface SpelledNumber {
  code: string;
  /** As people dial it. */
  mobile: string;
  /** As the network spells it. */
  network: string;
}

/** Numbers that are dialled otherwise than the network spells them; `suffix` has two digits. */
const countries: readonly [string, (suffix: string) => SpelledNumber][] = [
  ['Brazil', (suffix) => ({ code: '55', mobile: `119876543${suffix}`, network: `5511876543${suffix}` })],
  ['Mexico', (suffix) => ({ code: '52', mobile: `55123456${suffix}`, network: `52155123456${suffix}` })],
  ['Argentina', (suffix) => ({ code: '54', mobile: `11234567${suffix}`, network: `54911234567${suffix}` })],
];

/** A channel that can write first to somebody who never wrote. */
export interface Shop extends Omit<Chat, 'customer'> {
  writeFirst: (to: { mobile_code: string; mobile: string }) => Promise<SentMessage>;
}

/** People whose numbers have several spellings: whoever writes first, what we send reaches the phone that they have. */
export function spelledNumbers(stack: RunningStack, open: () => Promise<Shop>): void {
  let shop: Shop;
  let people = 10;

  beforeAll(async () => {
    shop = await open();
  });

  afterAll(() => shop.receiver.stop());

  const write = async (digits: string, text: string) => {
    const id = await stack().sandbox.write(digits, { to: shop.number, text });
    const isIt = ({ data }: { data: { message: Message } }) => data.message.chat_message_id === id;
    return (await shop.receiver.waitFor('message.received', isIt)).data;
  };
  const reply = (conversation_id: number, message: string) =>
    shop.client.sendMessage({ conversation_id, message });
  const textsOn = async (digits: string) => (await stack().sandbox.messages(digits)).map(({ text }) => text);

  describe.each(countries)('a number of %s that the network spells otherwise', (_, numberWith) => {
    let person: SpelledNumber;
    let dialled: string;

    beforeEach(async () => {
      people += 1;
      person = numberWith(String(people));
      dialled = `${person.code}${person.mobile}`;
      await stack().sandbox.setPhone(dialled, { registered_as: person.network });
    });

    const receiver = () => ({ mobile_code: person.code, mobile: person.mobile });
    const sendByNumber = (message: string) =>
      shop.client.sendMessage({ ...receiver(), chat_account_id: shop.channelId, message });

    it('is answered in the conversation that it began, by its id or by the number', async () => {
      const { conversation_id: id } = await write(dialled, 'Anybody there?');
      const answers = [await reply(id, 'by the id'), await sendByNumber('by the number')];
      expect(answers.map(({ conversation_id }) => conversation_id)).toEqual([id, id]);
      expect(await textsOn(person.network)).toEqual(['by the id', 'by the number']);
    });

    it('is reached first, and answers in the same conversation', async () => {
      const { conversation_id: id } = await shop.writeFirst(receiver());
      expect((await write(dialled, 'Who is it?')).conversation_id).toBe(id);
      await reply(id, 'by the id');
      await sendByNumber('by the number');
      const [first, ...others] = await textsOn(person.network);
      expect(first).toBeDefined();
      expect(others).toEqual(['by the id', 'by the number']);
    });
  });
}
