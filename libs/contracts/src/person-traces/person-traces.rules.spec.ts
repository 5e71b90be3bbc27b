import { indexPerson, mentions, withoutPerson } from './person-traces.rules';

const person = indexPerson({
  names: ['5511987654321', '551187654321', 'US.13491208655302741918'],
  chat_message_ids: ['wamid.A'],
  ticket_numbers: ['TKT-000007'],
  conversation_ids: [12],
  contact_ids: [3],
});

describe('a document mentions a person', () => {
  it.each<[string, unknown, boolean]>([
    ['by the number', { data: { from: '5511987654321' } }, true],
    ['by another spelling of it', { data: { contact: { phone: '551187654321' } } }, true],
    ['by what the network calls them', { data: { provider_user_id: 'US.13491208655302741918' } }, true],
    ['by one of their messages', { data: { receipts: [{ chat_message_id: 'wamid.A' }] } }, true],
    ['by the conversation', { data: { conversation_id: 12 } }, true],
    ['by the contact', { data: { ticket: { contact_id: 3 } } }, true],
    ['by a ticket', { data: { ticket: { number: 'TKT-000007' } } }, true],
    ['in a callback that is kept as text', { body: '{"entry":[{"from":"551187654321"}]}' }, true],
    [
      'but not by ids of another kind',
      { data: { message_id: 12, conversation_id: 3, contact_id: 12 } },
      false,
    ],
    ['but not when somebody else writes the number', { data: { text: '5511987654321', from: '491' } }, false],
    ['but not by a text that only looks like JSON', { body: '{551187654321' }, false],
    ['but not by a number that contains it', { data: { from: '15511987654321' } }, false],
  ])('%s', (_, document, expected) => expect(mentions(document, person)).toBe(expected));
});

describe('what is left of a document after an erasure', () => {
  const other = { chat_message_id: 'wamid.B', level: 'read' };

  it.each<[string, unknown, unknown]>([
    ['is nothing when it names the person', { data: { from: '551187654321', name: 'Ana' } }, undefined],
    [
      'is what a list has of others',
      { data: { channel_id: 7, receipts: [{ chat_message_id: 'wamid.A' }, other] } },
      { data: { channel_id: 7, receipts: [other] } },
    ],
    [
      'is what a callback has of others',
      {
        body: JSON.stringify({
          entry: [
            {
              id: '9',
              changes: [
                { value: { messages: [{ from: '551187654321', text: { body: 'A' } }, { from: '491' }] } },
              ],
            },
          ],
        }),
      },
      { body: '{"entry":[{"id":"9","changes":[{"value":{"messages":[{"from":"491"}]}}]}]}' },
    ],
    [
      'is all of it when it is about others',
      { data: { from: '491', text: 'A' } },
      { data: { from: '491', text: 'A' } },
    ],
  ])('%s', (_, document, expected) => expect(withoutPerson(document, person)).toEqual(expected));
});

it('documents may be nested as deep as a stranger likes', () => {
  const deep = (inner: string) => JSON.parse(`${'['.repeat(20_000)}${inner}${']'.repeat(20_000)}`) as unknown;
  const theirs = { from: '5511987654321' };
  expect(mentions(deep('1'), person)).toBe(false);
  expect(mentions(deep(JSON.stringify(theirs)), person)).toBe(true);
  expect(JSON.stringify(withoutPerson([theirs, 'kept'], person))).toBe('["kept"]');
  expect(() => withoutPerson(deep(JSON.stringify(theirs)), person)).not.toThrow();
});
