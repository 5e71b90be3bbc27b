import type { StoredFile } from '@chat/contracts';
import type { SendMessage } from '@chat/contracts/messaging';
import { fingerprintOfSend } from './send-fingerprint.rules';

const file: StoredFile = { blob: '1/a', filename: 'a.png', mime_type: 'image/png', size: 3, sha256: 'abc' };
const text: SendMessage = { mobile_code: '49', mobile: '15112345678', message: 'Hello' };
const picture: SendMessage = { ...text, image: file };
const link: SendMessage = {
  mobile_code: '49',
  mobile: '1',
  document_url: 'https://example.com/a.pdf',
  filename: 'a',
};

const isSame = (one: SendMessage, other: SendMessage) =>
  fingerprintOfSend(one).equals(fingerprintOfSend(other));

describe('fingerprintOfSend', () => {
  it.each<[string, SendMessage, SendMessage]>([
    ['the name of a file', picture, { ...text, image: { ...file, filename: 'b.png' } }],
    ['where its bytes were stored', picture, { ...text, image: { ...file, blob: '1/b' } }],
    ['the name to show', link, { ...link, filename: 'b' }],
  ])('does not depend on %s', (_, one, other) => {
    expect(isSame(one, other)).toBe(true);
  });

  it.each<[string, SendMessage, SendMessage]>([
    ...(['image', 'document', 'video', 'audio', 'sticker'] as const).map(
      (kind): [string, SendMessage, SendMessage] => [
        `the bytes of ${kind}`,
        { [kind]: file },
        { [kind]: { ...file, sha256: 'abd' } },
      ],
    ),
    ['the kind of a file', picture, { ...text, document: file }],
    ['whether there is a file', picture, text],
    ['the URL of a file', link, { ...link, document_url: 'https://example.com/b.pdf' }],
    ['the caption', picture, { ...picture, message: 'Hello!' }],
    ['the receiver', text, { ...text, mobile: '15112345679' }],
    ['the way to name the receiver', text, { conversation_id: 1, message: 'Hello' }],
    ['the channel', text, { ...text, chat_account_id: 1 }],
    ['what it answers', { ...text, reply_to: 1 }, { ...text, reply_to: 2 }],
    ['whether it answers', text, { ...text, reply_to: 1 }],
    ['whether a link is previewed', text, { ...text, link_preview: true }],
    ['the emoji', { reaction: { message_id: 1, emoji: '👍' } }, { reaction: { message_id: 1, emoji: '' } }],
    [
      'what is reacted to',
      { reaction: { message_id: 1, emoji: '👍' } },
      { reaction: { message_id: 2, emoji: '👍' } },
    ],
    [
      'the cards',
      { contacts: [{ name: { formatted_name: 'A' } }] },
      { contacts: [{ name: { formatted_name: 'B' } }] },
    ],
    ['an interactive message', { interactive: { type: 'list' } }, { interactive: { type: 'button' } }],
    ['a voice note', { audio: file }, { audio: file, ptt: true }],
  ])('depends on %s', (_, one, other) => {
    expect(isSame(one, other)).toBe(false);
  });

  it.each(['image', 'document', 'video', 'audio', 'sticker'] as const)(
    'is that of the bytes of %s, also if they were uploaded before',
    (kind) => {
      const named: SendMessage = { ...text, [`${kind}_id`]: 'med_1' };
      const of = (body: SendMessage, sha256: string) => fingerprintOfSend(body, { sha256 }).toString('hex');
      const uploaded = fingerprintOfSend({ ...text, [kind]: file }).toString('hex');
      expect(of(named, file.sha256)).toBe(uploaded);
      expect(of({ ...named, [`${kind}_id`]: 'med_2' }, file.sha256)).toBe(uploaded);
      expect(of(named, 'abd')).not.toBe(uploaded);
    },
  );
});
