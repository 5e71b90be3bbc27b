import type { StoredFile } from '@chat/contracts';
import type { SendMessage } from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { readRequestedContent, withRequestMember, type RequestedContent } from './requested-content.rules';

const file: StoredFile = {
  blob: '1/b',
  filename: 'a.bin',
  mime_type: 'x/y',
  size: 3,
  sha256: 'f'.repeat(64),
};
const url = 'https://example.com/a.bin';
const requested = { text: null, filename: null, isVoiceNote: false };

const card = { name: { formatted_name: 'Ana Sol', first_name: 'Ana' } };

describe('what a request wants to say', () => {
  it.each<[string, Partial<SendMessage>, RequestedContent]>([
    ['a text', { message: 'Hi' }, { type: 'text', text: 'Hi' }],
    [
      'an image with its caption',
      { image: file, message: 'Look' },
      { ...requested, type: 'image', member: 'image', from: { file }, text: 'Look' },
    ],
    ['a video', { video: file }, { ...requested, type: 'video', member: 'video', from: { file } }],
    [
      'a document by its URL, with a name',
      { document_url: url, filename: 'b.pdf', message: 'Read' },
      {
        ...requested,
        type: 'document',
        member: 'document_url',
        from: { url },
        text: 'Read',
        filename: 'b.pdf',
      },
    ],
    [
      'a document whose name has a folder and a character that disguises the extension',
      { document: file, filename: '../etc/exe.\u202egpj\r\n' },
      { ...requested, type: 'document', member: 'document', from: { file }, filename: 'exe.gpj' },
    ],
    [
      'a document whose name is empty after cleaning',
      { document: file, filename: '//' },
      { ...requested, type: 'document', member: 'document', from: { file } },
    ],
    ['an audio file', { audio: file }, { ...requested, type: 'audio', member: 'audio', from: { file } }],
    [
      'a voice note',
      { audio_url: url, ptt: true },
      { ...requested, type: 'audio', member: 'audio_url', from: { url }, isVoiceNote: true },
    ],
    [
      'an image, and no voice note',
      { image_url: url, ptt: false },
      { ...requested, type: 'image', member: 'image_url', from: { url } },
    ],
    [
      'a location',
      { latitude: 0, longitude: -1.5, name: 'Here' },
      { type: 'location', location: { latitude: 0, longitude: -1.5, name: 'Here', address: null } },
    ],
    ['a CTA URL', { cta_url_id: 3 }, { type: 'interactive', asset: 'cta_url', id: 3 }],
    ['a list', { interactive_list_id: 4 }, { type: 'interactive', asset: 'interactive_list', id: 4 }],
    [
      'a product',
      { product: { catalog_id: '1', product_retailer_id: '2', body: 'New' } },
      {
        type: 'product',
        text: 'New',
        product: { catalog_id: '1', product_retailer_id: '2', footer: null },
      },
    ],
    [
      'an order',
      { created_order_data: { body: 'Pay', reference_id: 'r' } },
      { type: 'order', text: 'Pay', order: { reference_id: 'r' } },
    ],
  ])('of %s is read', (_, body, content) => {
    expect(readRequestedContent(body)).toEqual(content);
  });

  it.each<[string, Partial<SendMessage>, string[]]>([
    ['nothing', {}, ['message']],
    ['a receiver alone', { mobile: '1', mobile_code: '1' }, ['message']],
    ['two files', { image: file, video: file }, ['video']],
    ['a file and its URL', { image: file, image_url: url }, ['image_url']],
    ['a location and a file', { image: file, latitude: 1, longitude: 1 }, ['latitude', 'longitude']],
    ['a location and a text', { latitude: 1, longitude: 1, message: 'Hi' }, ['message']],
    ['audio with a caption', { audio: file, message: 'Hi' }, ['message']],
    ['two assets', { cta_url_id: 1, interactive_list_id: 1 }, ['interactive_list_id']],
    [
      'a product and a text',
      { product: { catalog_id: '1', product_retailer_id: '2' }, message: 'x' },
      ['message'],
    ],
    ['half a location', { latitude: 1 }, ['longitude']],
    ['the other half', { longitude: 1 }, ['latitude']],
    ['ptt without audio', { message: 'Hi', ptt: true }, ['ptt']],
    ['ptt of a video', { video: file, ptt: true }, ['ptt']],
    ['a filename without a document', { image: file, filename: 'a' }, ['filename']],
    ['a title without a location', { message: 'Hi', name: 'Here', address: 'There' }, ['address', 'name']],
    ['an order without a body', { created_order_data: { reference_id: 'r' } }, ['created_order_data.body']],
    ['a reaction and a text', { reaction: { message_id: 1, emoji: '👍' }, message: 'Hi' }, ['message']],
    ['a reaction and a file', { reaction: { message_id: 1, emoji: '👍' }, image: file }, ['reaction']],
    ['a reaction that answers', { reaction: { message_id: 1, emoji: '👍' }, reply_to: 1 }, ['reply_to']],
    ...['ok', '1', '👍👍', ' ', '👍!'].map((emoji): [string, Partial<SendMessage>, string[]] => [
      `a reaction with “${emoji}”`,
      { reaction: { message_id: 1, emoji } },
      ['reaction.emoji'],
    ]),
    ['a sticker with a caption', { sticker: file, message: 'Hi' }, ['message']],
    ['a sticker and its URL', { sticker: file, sticker_url: url }, ['sticker_url']],
    ['no contacts', { contacts: [] }, ['contacts']],
    ['contacts and a text', { contacts: [card], message: 'Hi' }, ['message']],
    [
      'a card with half a name',
      { contacts: [card, { name: { formatted_name: 'Ana' } }] },
      ['contacts.1.name'],
    ],
    ...['1906-13-09', '9.12.1906', '1906/12/09'].map((birthday): [string, Partial<SendMessage>, string[]] => [
      `a card with the birthday ${birthday}`,
      { contacts: [{ ...card, birthday }] },
      ['contacts.0.birthday'],
    ]),
    [
      'more cards than fit',
      {
        contacts: Array.from({ length: 50 }, () => ({
          ...card,
          org: { company: 'x'.repeat(200), title: 'y'.repeat(200) },
        })),
      },
      ['contacts'],
    ],
    ['an order with a blank body', { created_order_data: { body: ' ' } }, ['created_order_data.body']],
  ])('is refused for %s', (_, body, members) => {
    expect(problemsOf(body)).toEqual(members);
  });
});

it.each(['👍', '❤', '❤️', '👍🏽', '👩‍👩‍👧', '🇩🇪', '1️⃣', ''])('a reaction can be “%s”', (emoji) => {
  expect(readRequestedContent({ reaction: { message_id: 1, emoji } })).toEqual({
    type: 'reaction',
    emoji: emoji === '' ? null : emoji,
  });
});

function problemsOf(body: Partial<SendMessage>): string[] {
  try {
    readRequestedContent(body);
    return [];
  } catch (error) {
    expect((error as AppError).code).toBe('validation_error');
    return Object.keys((error as AppError).details.errors!).sort();
  }
}

describe('a refusal by a connector', () => {
  const refused = new AppError('validation_error', {
    errors: { document: ['Too odd.'], mobile: ['Nobody.'] },
  });

  it.each<[string, Partial<SendMessage>, object]>([
    ['the URL of a document', { document_url: url }, { document_url: ['Too odd.'], mobile: ['Nobody.'] }],
    ['sound that is sent as a document', { audio: file }, { audio: ['Too odd.'], mobile: ['Nobody.'] }],
    ['a document', { document: file }, { document: ['Too odd.'], mobile: ['Nobody.'] }],
    ['a text', { message: 'Hi' }, { document: ['Too odd.'], mobile: ['Nobody.'] }],
  ])('names the member of the request that has %s', (_, body, errors) => {
    const requested = readRequestedContent(body);
    expect(withRequestMember(refused, requested, 'document')).toMatchObject({ details: { errors } });
  });
});
