import { GraphError } from '../graph/graph-error';
import { readMessage } from './read-message';

const base = { messaging_product: 'whatsapp', to: '+4915100000001' };
const body = { text: 'Look' };
const interactive = (type: string, action: unknown, more: object = {}) => ({
  type: 'interactive',
  interactive: { type, body, action, ...more },
});
const reply = (id: string, title = id) => ({ type: 'reply', reply: { id, title } });
const rows = (count: number, from = 0) =>
  Array.from({ length: count }, (_, n) => ({ id: `r${n + from}`, title: 'Row' }));
const list = (...sections: object[]) => interactive('list', { button: 'Open', sections });
const money = (value: number) => ({ value, offset: 100 });
const order = (subtotal: number, total: number) =>
  interactive('order_details', {
    name: 'review_and_pay',
    parameters: {
      reference_id: 'o1',
      type: 'digital-goods',
      currency: 'INR',
      total_amount: money(total),
      order: {
        status: 'pending',
        items: [{ name: 'A', amount: money(100), quantity: 2 }],
        subtotal: money(subtotal),
        shipping: money(50),
        discount: money(20),
      },
    },
  });

/** The code with which a message is refused; null when it is accepted. */
function verdict(message: object): number | null {
  try {
    readMessage({ ...base, ...message });
    return null;
  } catch (error) {
    if (error instanceof GraphError) return error.code;
    throw error;
  }
}

describe('a message', () => {
  it.each<[string, object, number | null]>([
    ['of 4,096 characters', { text: { body: '👋'.repeat(4_096) } }, null],
    ['of 4,097 characters', { text: { body: '👋'.repeat(4_097) } }, 131009],
    ['of white space', { text: { body: ' \n' } }, 131009],
    ['with id and link', { type: 'image', image: { id: '1', link: 'https://a.example' } }, 131009],
    ['with neither id nor link', { type: 'image', image: {} }, 131009],
    ['with an invalid link', { type: 'image', image: { link: 'ftp://a.example' } }, 131009],
    [
      'with a caption of 1,025 characters',
      { type: 'video', video: { id: '1', caption: 'a'.repeat(1_025) } },
      131009,
    ],
    ['of audio with a caption', { type: 'audio', audio: { id: '1', caption: 'a' } }, 100],
    ['of a voice note', { type: 'audio', audio: { id: '1', voice: true } }, null],
    ['of a document with its name', { type: 'document', document: { id: '1', filename: 'a.pdf' } }, null],
    ['at coordinates out of range', { type: 'location', location: { latitude: 91, longitude: 0 } }, 131009],
    ['at a location without a longitude', { type: 'location', location: { latitude: 1 } }, 131008],
    ['of a contact without a name', { type: 'contacts', contacts: [{ phones: [] }] }, 131008],
    ['that removes a reaction', { type: 'reaction', reaction: { message_id: 'w', emoji: '' } }, null],
    [
      'that reacts and quotes',
      { type: 'reaction', reaction: { message_id: 'w', emoji: '👍' }, context: { message_id: 'w' } },
      131009,
    ],
    ['with three buttons', interactive('button', { buttons: [reply('a'), reply('b'), reply('c')] }), null],
    [
      'with four buttons',
      interactive('button', { buttons: ['a', 'b', 'c', 'd'].map((id) => reply(id)) }),
      131009,
    ],
    ['with one title twice', interactive('button', { buttons: [reply('a', 'x'), reply('b', 'x')] }), 131009],
    ['with one id twice', interactive('button', { buttons: [reply('a', 'x'), reply('a', 'y')] }), 131009],
    [
      'with a button title of 21 characters',
      interactive('button', { buttons: [reply('a', 'x'.repeat(21))] }),
      131009,
    ],
    ['with ten rows', list({ title: 'A', rows: rows(5) }, { title: 'B', rows: rows(5, 5) }), null],
    ['with eleven rows', list({ title: 'A', rows: rows(6) }, { title: 'B', rows: rows(5, 6) }), 131009],
    ['with two sections and one title', list({ title: 'A', rows: rows(1) }, { rows: rows(1, 1) }), 131009],
    ['with one row id twice', list({ title: 'A', rows: rows(1) }, { title: 'B', rows: rows(1) }), 131009],
    ['of a list without sections', interactive('list', { button: 'Open' }), 131008],
    [
      'of a list with a picture',
      interactive(
        'list',
        { button: 'Open', sections: [{ rows: rows(1) }] },
        { header: { type: 'image', image: { id: '1' } } },
      ),
      131009,
    ],
    [
      'of a link with a picture',
      interactive(
        'cta_url',
        { name: 'cta_url', parameters: { display_text: 'Go', url: 'https://a.example' } },
        { header: { type: 'image', image: { id: '1' } } },
      ),
      null,
    ],
    [
      'of a link whose text has 21 characters',
      interactive('cta_url', {
        name: 'cta_url',
        parameters: { display_text: 'x'.repeat(21), url: 'https://a.example' },
      }),
      131009,
    ],
    [
      'of a product with a header',
      interactive(
        'product',
        { catalog_id: '1', product_retailer_id: '2' },
        { header: { type: 'text', text: 'A' } },
      ),
      100,
    ],
    ['of an order that adds up', order(200, 230), null],
    ['of an order whose total is wrong', order(200, 231), 131009],
    ['of an order whose subtotal is wrong', order(201, 231), 131009],
    [
      'of a flow without its version and button',
      interactive('flow', { name: 'flow', parameters: {} }),
      131008,
    ],
    ['of a template without a language', { type: 'template', template: { name: 'a' } }, 131008],
    [
      'of a template with its policy and an index as text',
      {
        type: 'template',
        template: {
          name: 'a',
          language: { code: 'en', policy: 'deterministic' },
          components: [
            { type: 'BUTTON', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: 'x' }] },
          ],
        },
      },
      null,
    ],
    ['to a group', { recipient_type: 'group', text: { body: 'a' } }, 131009],
    [
      'with a long callback datum',
      { text: { body: 'a' }, biz_opaque_callback_data: 'a'.repeat(513) },
      131009,
    ],
  ])('%s is answered %s', (_, message, code) => expect(verdict(message)).toBe(code));
});
