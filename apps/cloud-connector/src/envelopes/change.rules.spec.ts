import { readChange } from './change.rules';

const edited = (message: unknown) => ({
  type: 'edit',
  edit: { original_message_id: 'wamid.1', message },
});
const media = { mime_type: 'image/jpeg', id: '7' };
const becomes = (text: string | null) => ({ type: 'edit', message_id: 'wamid.1', text });

/** The shapes are those of the provider's reference of the webhooks `messages/edit` and `messages/revoke`. */
describe('a change of a message', () => {
  it.each<[string, object, object | null]>([
    ['the new text', edited({ context: { id: 'M0' }, type: 'text', text: { body: 'New' } }), becomes('New')],
    ['a new caption', edited({ type: 'image', image: { ...media, caption: 'New' } }), becomes('New')],
    ['that a caption was removed', edited({ type: 'video', video: media }), becomes(null)],
    [
      'the beginning of a text that is too long',
      edited({ type: 'text', text: { body: 'x'.repeat(70_000) } }),
      becomes('x'.repeat(65_536)),
    ],
    [
      'a deletion',
      { type: 'revoke', revoke: { original_message_id: 'wamid.1' } },
      { type: 'deletion', message_id: 'wamid.1' },
    ],
    ['nothing without words', edited({ type: 'text', text: {} }), null],
    ['nothing of an unknown kind', edited({ type: 'poll', poll: { text: 'New' } }), null],
    ['nothing without a message', edited('New'), null],
    ['nothing that names no message', { type: 'revoke', revoke: { original_message_id: '' } }, null],
    ['nothing of a malformed one', { type: 'revoke', revoke: 'wamid.1' }, null],
    [
      'nothing of other messages',
      { type: 'text', text: { body: 'Hi', original_message_id: 'wamid.1' } },
      null,
    ],
  ])('tells %s', (_, message, expected) => {
    expect(readChange(message as Record<string, unknown>)).toEqual(expected);
  });
});
