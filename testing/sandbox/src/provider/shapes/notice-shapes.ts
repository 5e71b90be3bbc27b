import { fromMara, ofMara, pageOf, text } from './of-mara';
import {
  aboutNumber,
  callbackOf,
  ERROR_CODES,
  MARA,
  maraContact,
  pywaFixture,
  referenceOf,
  type Shape,
} from './shape';

/** The network tells that Mara is known otherwise from now on. */
function changeOf(name: string, source: string, system: object): Shape {
  return {
    name,
    source,
    body: (facts) =>
      aboutNumber(facts, 'messages', {
        messages: [
          {
            from: MARA.phone,
            from_user_id: MARA.userId,
            id: facts.id,
            timestamp: String(facts.now),
            type: 'system',
            system,
          },
        ],
      }),
  };
}

/** What comes under `messages` beside what people write, and what is for nobody. */
export const noticeShapes: Shape[] = [
  fromMara('kind that the provider does not forward', pageOf('unsupported'), () => ({
    type: 'unsupported',
    errors: [
      {
        code: 131051,
        title: 'Message type unknown',
        message: 'Message type unknown',
        error_data: { details: 'Message type is currently not supported.' },
        href: ERROR_CODES,
      },
    ],
    unsupported: { type: 'poll' },
  })),
  fromMara('kind of a later version', pageOf('unsupported'), () => ({
    type: 'hologram',
    hologram: { id: '77', depth: 3 },
  })),
  {
    name: 'message to a group',
    source: referenceOf('messages/group'),
    body: (facts) =>
      aboutNumber(facts, 'messages', {
        contacts: [{ profile: { name: MARA.name }, wa_id: '4915110000777', user_id: 'DE.94915110000777' }],
        messages: [
          {
            from: '4915110000777',
            from_user_id: 'DE.94915110000777',
            id: facts.id,
            timestamp: String(facts.now),
            group_id: 'Y2FwaV9ncm91cDoxNzA1NTU1MDEzOToxMjAzNjM0MDQ2OTQyMzM4MjAZD',
            ...text('to the group'),
          },
        ],
      }),
  },
  changeOf('changed number', pageOf('system'), {
    body: `User Mara changed from ${MARA.phone} to 4915110000002`,
    wa_id: '4915110000002',
    user_id: 'DE.new1',
    previous_user_id: MARA.userId,
    type: 'user_changed_number',
  }),
  changeOf('changed user id', pywaFixture('system'), {
    body: 'User Mara changed their user id',
    user_id: 'DE.new2',
    previous_user_id: MARA.userId,
    type: 'user_changed_user_id',
  }),
  {
    name: 'changed identity',
    source: pywaFixture('system'),
    body: (facts) =>
      aboutNumber(facts, 'messages', {
        contacts: [maraContact],
        messages: [
          {
            from: MARA.phone,
            id: facts.id,
            timestamp: String(facts.now),
            type: 'system',
            identity: { acknowledged: false, created_timestamp: 1697044706, hash: 'x' },
            system: {
              body: 'identity',
              identity: 'x',
              wa_id: MARA.phone,
              type: 'customer_identity_changed',
              customer: MARA.phone,
            },
          },
        ],
      }),
  },
  fromMara('edit', pageOf('edit'), ({ theirs }) => ({
    type: 'edit',
    edit: {
      original_message_id: theirs,
      message: { context: { id: 'M0' }, type: 'text', text: { body: 'edited words' } },
    },
  })),
  fromMara('deletion', pageOf('revoke'), ({ theirs }) => ({
    type: 'revoke',
    revoke: { original_message_id: theirs },
  })),
  fromMara('opened chat', pywaFixture('chat_opened'), () => ({ type: 'request_welcome' })),
  {
    name: 'errors without messages',
    source: pageOf('errors'),
    body: (facts) =>
      aboutNumber(facts, 'messages', {
        errors: [
          {
            code: 130429,
            title: 'Rate limit hit',
            message: 'Rate limit hit',
            error_data: { details: 'x' },
            href: ERROR_CODES,
          },
        ],
      }),
  },
  {
    name: 'number of another installation',
    source: pageOf('text'),
    body: (facts) => ofMara({ ...facts, phoneNumberId: '999', business: '1' }, text('x')),
  },
  {
    name: 'sample of the dashboard',
    source: 'https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/overview',
    body: () =>
      callbackOf([
        {
          id: '0',
          changes: [
            {
              field: 'messages',
              value: {
                messaging_product: 'whatsapp',
                metadata: { display_phone_number: '16505551111', phone_number_id: '123456123' },
                contacts: [{ profile: { name: 'test user name' }, wa_id: '16315551181', user_id: 'US.134' }],
                messages: [
                  {
                    from: '16315551181',
                    id: 'ABGGFlA5Fpa',
                    timestamp: '1504902988',
                    ...text('this is a text message'),
                  },
                ],
              },
            },
          ],
        },
      ]),
  },
  {
    name: 'other object',
    source: 'https://developers.facebook.com/docs/messenger-platform/webhooks',
    body: () => ({
      object: 'page',
      entry: [{ id: '1', time: 1, messaging: [{ sender: { id: '1' }, message: { text: 'x' } }] }],
    }),
  },
  {
    name: 'no entry',
    source: 'https://developers.facebook.com/docs/graph-api/webhooks/getting-started',
    body: () => callbackOf([]),
  },
];
