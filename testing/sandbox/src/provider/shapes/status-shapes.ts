import { aboutNumber, ERROR_CODES, MARA, maraContact, referenceOf, type Facts, type Shape } from './shape';

const PAGE = referenceOf('messages/status');

/** Statuses to Mara, by default of what the business wrote to her. */
function statusOf(name: string, members: (facts: Facts) => object, more: object = {}): Shape {
  return {
    name,
    source: PAGE,
    body: (facts) =>
      aboutNumber(facts, 'messages', {
        ...more,
        statuses: [
          { id: facts.ours, timestamp: String(facts.now), recipient_id: MARA.phone, ...members(facts) },
        ],
      }),
  };
}

const DAY_SECONDS = 24 * 60 * 60;
const toMara = { recipient_user_id: MARA.userId };
const described = { contacts: [maraContact] };
const priced = {
  pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'marketing' },
};

const statuses: Shape[] = [
  statusOf('sent, with its price', () => ({ status: 'sent', ...toMara, ...priced }), described),
  statusOf('sent, in a conversation', ({ now }) => ({
    status: 'sent',
    ...toMara,
    biz_opaque_callback_data: 'a reference of another app',
    conversation: {
      id: '72b1a5f0c3d84e7f9a1b2c3d4e5f6a7b',
      expiration_timestamp: String(now + DAY_SECONDS),
      origin: { type: 'service' },
    },
  })),
  statusOf('read', () => ({ status: 'read', ...toMara }), described),
  statusOf('played', () => ({ status: 'played', ...toMara }), described),
  statusOf('failed: too much marketing', () => ({
    status: 'failed',
    ...toMara,
    errors: [
      {
        code: 131049,
        title: 'This message was not delivered to maintain healthy ecosystem engagement.',
        message: 'This message was not delivered to maintain healthy ecosystem engagement.',
        error_data: {
          details: 'In order to maintain a healthy ecosystem engagement, the message failed to be delivered.',
        },
        href: ERROR_CODES,
      },
    ],
  })),
  statusOf(
    'sent, of a message of another',
    () => ({ id: 'wamid.UNKNOWN', status: 'sent', ...toMara, ...priced }),
    described,
  ),
  statusOf('held', () => ({ status: 'held' })),
  statusOf('payment', () => ({
    type: 'payment',
    status: 'captured',
    payment: { reference_id: 'r1', amount: { value: 100, offset: 100 }, currency: 'INR' },
  })),
];

const STOP = 'no marketing any more';

function preference(name: string, value: string, detail: string, more: object = {}): Shape {
  return {
    name,
    ...(name !== STOP && { after: STOP }),
    source: referenceOf('user_preferences'),
    body: (facts) =>
      aboutNumber(facts, 'user_preferences', {
        contacts: [maraContact],
        user_preferences: [
          {
            wa_id: MARA.phone,
            detail,
            category: 'marketing_messages',
            value,
            ...more,
            timestamp: facts.now,
          },
        ],
      }),
  };
}

const preferences: Shape[] = [
  preference(STOP, 'stop', 'User requested to stop marketing messages'),
  preference('marketing again', 'resume', 'User requested to resume marketing messages'),
  preference('marketing asked for by a link', 'signup', 'User signed up via signup link', {
    signup_id: '131',
  }),
];

const notHandled: Shape[] = [
  {
    name: 'call',
    source: referenceOf('calls'),
    body: (facts) =>
      aboutNumber(facts, 'calls', {
        contacts: [maraContact],
        calls: [
          {
            id: 'wacid.x',
            from: MARA.phone,
            to: facts.business,
            event: 'connect',
            timestamp: String(facts.now),
            direction: 'USER_INITIATED',
            session: { sdp: 'v=0', sdp_type: 'offer' },
          },
        ],
      }),
  },
  {
    name: 'new group',
    source: referenceOf('group_lifecycle_update'),
    body: (facts) =>
      aboutNumber(facts, 'group_lifecycle_update', {
        groups: [
          {
            timestamp: String(facts.now),
            group_id: 'g',
            type: 'group_create',
            request_id: 'r',
            subject: 's',
          },
        ],
      }),
  },
  {
    name: 'events of an ad',
    source: referenceOf('tracking_events'),
    body: (facts) => aboutNumber(facts, 'tracking_events', { events: [{ event_name: 'AdImpression' }] }),
  },
  {
    name: 'automatic events',
    source: referenceOf('automatic_events'),
    body: (facts) =>
      aboutNumber(facts, 'automatic_events', {
        automatic_events: [{ id: 'wamid.x', event_name: 'LeadSubmitted', timestamp: 1, ctwa_clid: 'c' }],
      }),
  },
  {
    name: 'message on standby',
    source: referenceOf('standby'),
    body: (facts) =>
      aboutNumber(facts, 'standby', {
        messages: [
          {
            from: MARA.phone,
            id: facts.id,
            timestamp: String(facts.now),
            type: 'text',
            text: { body: 'standby' },
          },
        ],
      }),
  },
];

/** What becomes of messages of the business, what people want, and what is not handled. */
export const statusShapes: Shape[] = [...statuses, ...preferences, ...notHandled];
