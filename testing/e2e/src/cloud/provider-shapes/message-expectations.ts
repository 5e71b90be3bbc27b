import { mara, lena, received, files, withFile, type Expectation } from './expectation';

/** Of what people write. */
export const messageExpectations: Record<string, Expectation> = {
  text: received('A text of Mara.', 'inbound text; "Hallo, geht’s? 😀 /ok"'),
  'text of somebody who hides the number': {
    says: 'A person without a number, by user id and user name; what we do not know of the message is kept.',
    api: [
      lena('Lena, ', 1, 'open'),
      'inbound text; "hidden number"; extra {"from_parent_user_id":"DE.ENT.11815799212886844830"}',
    ],
    events: ['message.received'],
  },
  'two senders, one of them not described': {
    says: 'The second sender gets neither the name nor the user id of the first.',
    api: [
      mara(2),
      'conversation with 4915110000009; 1 unread; window open',
      'inbound text; "hers"',
      'inbound text; "of another"',
    ],
    events: ['message.received', 'message.received'],
  },
  'text of nobody': {
    says: 'A message whose sender cannot be read is kept as a dead letter.',
    api: ['dead letter unreadable-message'],
    events: [],
  },
  reply: received('The message that it answers is named.', 'inbound text; "replied"; context {from, id}'),
  'forwarded text': received(
    'It says that it was forwarded.',
    'inbound text; "fwd"; context {forwarded, frequently_forwarded}',
  ),
  'text of somebody who came from an ad': received(
    'The ad is kept whole.',
    'inbound text; "I saw your ad"; referral {body, ctwa_clid, headline, image_url, media_type, source_id, source_type, source_url, welcome_message.text}',
  ),
  'question about a product': received(
    'The product is named.',
    'inbound text; "is it in stock?"; context {from, id, referred_product.catalog_id, referred_product.product_retailer_id}',
  ),
  'text with a member of a later version': received(
    'Unknown members of a known kind are kept.',
    'inbound text; "new"; extra {"text":{"mentions":["DE.1"]},"later_member":{"kept":true}}',
  ),
  'image with url': withFile(
    files.jpeg,
    'The image, by its id: the link is of five minutes.',
    'inbound image; "Taj"; media image/jpeg',
  ),
  video: withFile(files.mp4, 'The video.', 'inbound video; "v"; media video/mp4'),
  document: withFile(
    files.pdf,
    'The document; of a path, the last part is its name.',
    'inbound document; media application/pdf 2026.pdf',
  ),
  'voice note': withFile(files.ogg, 'A voice note.', 'inbound audio; media audio/ogg; codecs=opus ptt'),
  'animated sticker': withFile(
    files.webp,
    'The sticker, and that it moves.',
    'inbound sticker; media image/webp; extra {"sticker":{"animated":true}}',
  ),
  location: received(
    'The place; its link is kept.',
    'inbound location; location {"name":"HQ","address":"1 Way","latitude":37.4611978,"longitude":-122.2164385}; extra {"location":{"url":"https://maps.google.com/?cid=2"}}',
  ),
  'contact that was asked for': received(
    'The contact, and that it was asked for.',
    'inbound contacts; interactive {contacts, origin, type}',
  ),
  reaction: received(
    'A reaction.',
    'inbound reaction; interactive {reaction.emoji, reaction.message_id, type}',
  ),
  'reaction taken back': received(
    'A reaction without an emoji.',
    'inbound reaction; interactive {reaction.emoji, reaction.message_id, type}',
  ),
  'reply button': received(
    'The title of the button is the text.',
    'inbound interactive; "Yes"; interactive {button_reply.id, button_reply.title, type}; context {from, id}',
  ),
  'row of a list': received(
    'The title of the row is the text.',
    'inbound interactive; "Row"; interactive {list_reply.description, list_reply.id, list_reply.title, type}; context {from, id}',
  ),
  flow: received(
    'What was filled in is kept as it came.',
    'inbound interactive; "Sent"; interactive {nfm_reply.body, nfm_reply.name, nfm_reply.response_json, type}; context {from, id}',
  ),
  address: received(
    'What was filled in is kept as it came.',
    'inbound interactive; "Addr"; interactive {nfm_reply.body, nfm_reply.name, nfm_reply.response_json, type}; context {from, id}',
  ),
  'permission to call': received(
    'It is kept, though we do not call.',
    'inbound interactive; interactive {call_permission_reply.expiration_timestamp, call_permission_reply.response, call_permission_reply.response_source, type}; context {from, id}',
  ),
  'enquiry about a product': received(
    'The title of the product is the text.',
    'inbound interactive; "Shoes"; interactive {product.catalog_id, product.product_retailer_id, product.title, type}',
  ),
  'quick reply of a template': received(
    'The text of the button is the text.',
    'inbound interactive; "Unsubscribe"; interactive {button.payload, button.text, type}; context {from, id}',
  ),
  order: received(
    'The order, with its text.',
    'inbound order; "pls"; interactive {order.catalog_id, order.product_items, order.text, type}',
  ),
};
