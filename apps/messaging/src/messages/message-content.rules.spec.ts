import { contentTypes, type MediaReference, type MessageContent } from '@chat/contracts/connector';
import { toContentMembers, toStorable, type ReferringContent } from './message-content.rules';

const shown = { mime_type: 'image/png', filename: 'a.png', size: 3, sha256: 'abc', ptt: false };
const media: MediaReference = { ...shown, blob: '1/2026-01-31/key' };
const place = { latitude: 1.5, longitude: -2, name: 'Here', address: null };
const product = { catalog_id: '1', product_retailer_id: '2', footer: null };
const reaction = { message_id: 'A1', emoji: '👍' };
const buttonReply = { type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } };

const nothing = {
  message: null,
  media: null,
  location: null,
  template: null,
  interactive: null,
  context: null,
  referral: null,
  system: null,
  unsupported: null,
};

/** What a row answers that was written with this content. */
function keep(content: ReferringContent): object {
  const { content: json, ...columns } = toStorable(content);
  return toContentMembers({ ...columns, content: json === null ? null : (JSON.parse(json) as object) });
}

describe('the content of a message', () => {
  const cases: [MessageContent, object][] = [
    [{ type: 'text', text: 'Hi' }, { message: 'Hi' }],
    [
      { type: 'image', text: 'Look', media },
      { message: 'Look', media: shown },
    ],
    [{ type: 'video', text: null, media }, { media: shown }],
    [{ type: 'document', text: null, media }, { media: shown }],
    [{ type: 'audio', media: { ...media, ptt: true } }, { media: { ...shown, ptt: true } }],
    [{ type: 'sticker', media }, { media: shown }],
    [{ type: 'location', location: place }, { location: place }],
    [
      { type: 'interactive', text: 'Yes', interactive: buttonReply },
      { message: 'Yes', interactive: buttonReply },
    ],
    [
      { type: 'template', text: 'Hi Ana', template: { name: 'hello' } },
      { message: 'Hi Ana', template: { name: 'hello' } },
    ],
    [{ type: 'product', text: null, product }, { interactive: { type: 'product', product } }],
    [
      { type: 'order', text: 'Two', order: { catalog_id: '1' } },
      { message: 'Two', interactive: { type: 'order', order: { catalog_id: '1' } } },
    ],
    [
      { type: 'contacts', contacts: [{ name: 'Ana' }], origin: 'contact_request' },
      { interactive: { type: 'contacts', contacts: [{ name: 'Ana' }], origin: 'contact_request' } },
    ],
    [{ type: 'reaction', reaction }, { interactive: { type: 'reaction', reaction } }],
    [
      { type: 'system', text: 'New number', system: { type: 'user_changed_number' } },
      { message: 'New number', system: { type: 'user_changed_number' } },
    ],
    [
      { type: 'unsupported', raw: '{"type":"poll"}' },
      { unsupported: { type: 'poll', code: null, title: null, details: null, payload: { type: 'poll' } } },
    ],
  ];

  it('is kept with what its message refers to', () => {
    const context = { from: '4930', id: 'wamid.A' };
    expect(keep({ type: 'text', text: 'Yes', context })).toEqual({
      ...nothing,
      type: 'text',
      message: 'Yes',
      context,
    });
  });

  it.each(cases)('%j is kept and shown', (content, members) => {
    expect(keep(content)).toEqual({ ...nothing, type: content.type, ...members });
  });

  it('is told for every type', () => {
    expect(cases.map(([{ type }]) => type).sort()).toEqual([...contentTypes].sort());
  });

  it('is a text without anything beside it', () => {
    expect(toStorable({ type: 'text', text: 'Hi' })).toEqual({ type: 'text', body: 'Hi', content: null });
  });

  it.each([
    ['of a type that came later', { type: 'poll', options: [{ name: 'a' }] }],
    ['of a type named like what every object has', { type: 'constructor' }],
    ['that is too large for a list', { type: 'order', text: null, order: { items: 'x'.repeat(16_384) } }],
  ])('%s is unsupported, and whole', (_, content) => {
    const { type, body, content: json } = toStorable(content as unknown as MessageContent);
    expect({ type, body }).toEqual({ type: 'unsupported', body: null });
    expect(JSON.parse((JSON.parse(json!) as { raw: string }).raw)).toEqual(content);
  });

  it('loses what Postgres cannot hold, and nothing else', () => {
    expect(toStorable({ type: 'text', text: 'a\u0000b' }).body).toBe('ab');
    expect(toStorable({ type: 'order', text: null, order: { note: 'a\u0000b' } }).content).toBe(
      '{"order":{"note":"ab"}}',
    );
  });
});
