import { received, nothing, type Expectation } from './expectation';

/** Of notices, and of what is for nobody. */
export const noticeExpectations: Record<string, Expectation> = {
  'kind that the provider does not forward': received(
    'It is said what it was.',
    'inbound unsupported; unsupported poll 131051 payload {errors, type}',
  ),
  'kind of a later version': received(
    'It is kept as it came.',
    'inbound unsupported; unsupported hologram payload {hologram.depth, hologram.id, type}',
  ),
  'message to a group': nothing('Groups are not supported: it is counted, and is no message.'),
  'changed number': {
    says: 'A notice; the conversation goes on with the new number and id.',
    api: [
      'conversation with Mara Beispiel, 4915110000002, DE.new1; 1 unread; window open',
      'inbound system; "User Mara changed from 4915110000001 to 4915110000002"; system user_changed_number {body, previous_user_id, type, user_id, wa_id}',
    ],
    events: [],
  },
  'changed user id': {
    says: 'A notice; the conversation goes on with the new id.',
    api: [
      'conversation with Mara Beispiel, 4915110000001, DE.new2; 1 unread; window open',
      'inbound system; "User Mara changed their user id"; system user_changed_user_id {body, previous_user_id, type, user_id}',
    ],
    events: [],
  },
  'changed identity': {
    says: 'A notice.',
    api: [
      'inbound system; "identity"; system customer_identity_changed {body, customer, identity, type, wa_id}; ' +
        'extra {"identity":{"hash":"x","acknowledged":false,"created_timestamp":1697044706}}',
    ],
    events: [],
  },
  edit: {
    says: 'The text that it names is changed; it is no message of its own.',
    api: ['inbound text; "edited words"; edited'],
    events: ['message.updated'],
  },
  deletion: {
    says: 'The message that it names is empty; it is no message of its own.',
    api: ['inbound text; deleted'],
    events: ['message.deleted'],
  },
  'opened chat': {
    says: 'Nobody wrote: it is shown, but is not unread and opens no window.',
    api: ['inbound unsupported; unsupported request_welcome payload {type}'],
    events: ['message.received'],
  },
  'errors without messages': nothing('It names no message.'),
  'number of another installation': nothing('It is for another installation.'),
  'sample of the dashboard': nothing('It is for no number.'),
  'other object': nothing('It is of another product.'),
  'no entry': nothing('It says nothing.'),
};

const answer = (rest: string) => [`outbound text; "Answer"; ${rest}`];

/** Of statuses, preferences and what is not handled. */
export const statusExpectations: Record<string, Expectation> = {
  'sent, with its price': {
    says: 'The message shows its price.',
    api: answer('pricing marketing regular PMP; sent'),
    events: [],
  },
  'sent, in a conversation': nothing('It was sent already.'),
  read: {
    says: 'The message was read, and so delivered.',
    api: answer('read'),
    events: ['message.delivered', 'message.read'],
  },
  played: {
    says: 'The voice note was played, and so read.',
    api: answer('read'),
    events: ['message.delivered', 'message.read'],
  },
  'failed: too much marketing': {
    says: 'The message failed late.',
    api: answer('failed; error marketing_suppressed 131049'),
    events: ['message.failed'],
  },
  'sent, of a message of another': nothing('Another app sent it through this number.'),
  held: nothing('A level that we do not know.'),
  payment: nothing('It is no status of the message.'),
  'no marketing any more': {
    says: 'The person refuses marketing messages.',
    contact: true,
    api: ['contact Mara, 4915110000001; no marketing'],
    events: [],
  },
  'marketing again': {
    says: 'The person permits them again.',
    contact: true,
    api: ['contact Mara, 4915110000001'],
    events: [],
  },
  'marketing asked for by a link': {
    says: 'The person permits them.',
    contact: true,
    api: ['contact Mara, 4915110000001'],
    events: [],
  },
  call: nothing('Calls are not supported.'),
  'new group': nothing('Groups are not supported.'),
  'events of an ad': nothing('Not subscribed to.'),
  'automatic events': nothing('Not subscribed to.'),
  'message on standby': nothing('Another app answers this person.'),
};
