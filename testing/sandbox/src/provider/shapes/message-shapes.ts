import { fromMara, pageOf, text } from './of-mara';
import { aboutNumber, LENA, MARA, maraContact, pywaFixture, type Facts, type Shape } from './shape';

/** An answer to one of our messages. */
const inReply = ({ business, ours }: Facts) => ({ context: { from: business, id: ours } });

const reply = (facts: Facts, interactive: object) => ({
  type: 'interactive',
  ...inReply(facts),
  interactive,
});

const texts: Shape[] = [
  fromMara('text', pageOf('text'), () => text('Hallo, geht’s? 😀 /ok')),
  {
    name: 'text of somebody who hides the number',
    source: pageOf('text'),
    body: (facts) =>
      aboutNumber(facts, 'messages', {
        contacts: [
          {
            profile: { name: LENA.name, username: LENA.username },
            user_id: LENA.userId,
            parent_user_id: LENA.parentUserId,
            country_code: 'DE',
          },
        ],
        messages: [
          {
            from_user_id: LENA.userId,
            from_parent_user_id: LENA.parentUserId,
            id: facts.id,
            timestamp: String(facts.now),
            ...text('hidden number'),
          },
        ],
      }),
  },
  {
    name: 'two senders, one of them not described',
    source: pageOf('text'),
    body: (facts) =>
      aboutNumber(facts, 'messages', {
        contacts: [maraContact],
        messages: [
          { from: MARA.phone, id: facts.id, timestamp: String(facts.now), ...text('hers') },
          { from: '4915110000009', id: `${facts.id}2`, timestamp: String(facts.now), ...text('of another') },
        ],
      }),
  },
  {
    name: 'text of nobody',
    source: pywaFixture('message'),
    body: (facts) =>
      aboutNumber(facts, 'messages', {
        messages: [{ id: facts.id, timestamp: String(facts.now), ...text('of nobody') }],
      }),
  },
  fromMara('reply', pageOf('text'), (facts) => ({ ...text('replied'), ...inReply(facts) })),
  fromMara('forwarded text', pageOf('text'), () => ({
    ...text('fwd'),
    context: { frequently_forwarded: true, forwarded: true },
  })),
  fromMara('text of somebody who came from an ad', pageOf('text'), () => ({
    ...text('I saw your ad'),
    referral: {
      source_url: 'https://fb.me/abc',
      source_id: '1234567890',
      source_type: 'ad',
      headline: 'Sale',
      body: 'Buy',
      media_type: 'image',
      image_url: 'https://scontent.xx.fbcdn.net/i.jpg',
      ctwa_clid: 'ARAkLkA8rmlFeiCktEJQ-QTwRiyYHAFDLMNDBH0CD3qpjd0HR4irJ6LEkR7JwLF4XvnO2E4Nx0',
      welcome_message: { text: 'Hi there! Let us know how we can help!' },
    },
  })),
  fromMara('question about a product', pageOf('text'), (facts) => ({
    ...text('is it in stock?'),
    context: {
      from: facts.business,
      id: facts.ours,
      referred_product: { catalog_id: '194836987003835', product_retailer_id: 'di9ozbzfi4' },
    },
  })),
  fromMara('text with a member of a later version', pageOf('text'), () => ({
    type: 'text',
    text: { body: 'new', mentions: ['DE.1'] },
    later_member: { kept: true },
  })),
];

/** A message with a file. */
function file(kind: string, name: string, mimeType: string, more: object = {}): Shape {
  return fromMara(name, pageOf(kind), ({ media: { id, sha256 } }) => ({
    type: kind,
    [kind]: { mime_type: mimeType, sha256, id, ...more },
  }));
}

const media: Shape[] = [
  file('image', 'image with url', 'image/jpeg', {
    url: 'https://lookaside.fbsbx.com/whatsapp_business/attachments/?mid=1339017321000001&source=webhook&ext=1789&hash=AR',
    caption: 'Taj',
  }),
  file('video', 'video', 'video/mp4', { caption: 'v' }),
  file('document', 'document', 'application/pdf', { filename: 'Rechnung 12/2026.pdf' }),
  file('audio', 'voice note', 'audio/ogg; codecs=opus', { voice: true }),
  file('sticker', 'animated sticker', 'image/webp', { animated: true }),
];

const rich: Shape[] = [
  fromMara('location', pageOf('location'), () => ({
    type: 'location',
    location: {
      latitude: 37.4611978,
      longitude: -122.2164385,
      name: 'HQ',
      address: '1 Way',
      url: 'https://maps.google.com/?cid=2',
    },
  })),
  fromMara('contact that was asked for', pageOf('contacts'), () => ({
    type: 'contacts',
    origin: 'contact_request',
    contacts: [
      {
        vcard: 'BEGIN:VCARD\nVERSION:3.0\nN:;Lena;;;\nTEL;waid=4915110000099:+49 151 10000099\nEND:VCARD',
        phones: [{ phone: '+49 151 10000099', wa_id: '4915110000099' }],
      },
    ],
  })),
  fromMara('reaction', pageOf('reaction'), ({ ours }) => ({
    type: 'reaction',
    reaction: { message_id: ours, emoji: '👍' },
  })),
  fromMara('reaction taken back', pageOf('reaction'), ({ ours }) => ({
    type: 'reaction',
    reaction: { message_id: ours },
  })),
  fromMara('reply button', pageOf('interactive'), (facts) =>
    reply(facts, { type: 'button_reply', button_reply: { id: 'yes', title: 'Yes' } }),
  ),
  fromMara('row of a list', pageOf('interactive'), (facts) =>
    reply(facts, { type: 'list_reply', list_reply: { id: 'r1', title: 'Row', description: 'd' } }),
  ),
  fromMara('flow', pywaFixture('flow_completion'), (facts) =>
    reply(facts, {
      type: 'nfm_reply',
      nfm_reply: { response_json: '{"flow_token":"x","a":"1"}', body: 'Sent', name: 'flow' },
    }),
  ),
  fromMara('address', pageOf('interactive'), (facts) =>
    reply(facts, {
      type: 'nfm_reply',
      nfm_reply: {
        response_json: '{"saved_address_id":"a","values":{"city":"Pune"}}',
        body: 'Addr',
        name: 'address_message',
      },
    }),
  ),
  fromMara('permission to call', pywaFixture('call_permission_update'), (facts) =>
    reply(facts, {
      type: 'call_permission_reply',
      call_permission_reply: {
        response: 'accept',
        expiration_timestamp: 1796000000,
        response_source: 'user_action',
      },
    }),
  ),
  fromMara('enquiry about a product', pageOf('interactive'), () => ({
    type: 'interactive',
    interactive: {
      type: 'product',
      product: { catalog_id: '1948', product_retailer_id: 'sku1', title: 'Shoes' },
    },
  })),
  fromMara('quick reply of a template', pageOf('button'), (facts) => ({
    type: 'button',
    ...inReply(facts),
    button: { payload: 'Unsubscribe', text: 'Unsubscribe' },
  })),
  fromMara('order', pageOf('order'), () => ({
    type: 'order',
    order: {
      catalog_id: '194',
      text: 'pls',
      product_items: [{ product_retailer_id: 'a', quantity: 3, item_price: 30, currency: 'EUR' }],
    },
  })),
];

/** What people write. */
export const messageShapes: Shape[] = [...texts, ...media, ...rich];
