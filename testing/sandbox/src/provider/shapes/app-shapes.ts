import { aboutNumber, LENA, MARA, maraContact, referenceOf, type Facts, type Shape } from './shape';

const HISTORY = referenceOf('history');
const ECHOES = referenceOf('smb_message_echoes');
const CONTACTS = referenceOf('smb_app_state_sync');
const PAST_SECONDS = 3 * 24 * 60 * 60;
/** A person of the history. */
const PABLO = { name: 'Pablo Morales', phone: '4915110008001', userId: 'DE.551', username: '@u1' };
const THREAD = 'history: a thread with placeholders';

/** The ids of the messages of the history. */
const idOf = (place: number) => `wamid.H${place}`;
const past = ({ now }: Facts) => String(now - PAST_SECONDS);

function image({ media }: Facts, caption: string): object {
  return { type: 'image', image: { caption, mime_type: 'image/jpeg', ...media } };
}

/** A piece of the history. */
function pieceOf(facts: Facts, thread: object, progress = 55): object {
  const metadata = { phase: 0, chunk_order: 1, progress };
  return aboutNumber(facts, 'history', { history: [{ metadata, threads: [thread] }] });
}

const history: Shape[] = [
  {
    name: THREAD,
    source: HISTORY,
    body: (facts) => {
      const common = (place: number, status: string) => ({
        id: idOf(place),
        timestamp: past(facts),
        history_context: { status },
      });
      const [business, person] = [{ from: facts.business }, { from: PABLO.phone }];
      return pieceOf(facts, {
        id: PABLO.phone,
        context: { username: PABLO.username, user_id: PABLO.userId },
        messages: [
          { ...business, ...common(1, 'READ'), type: 'text', text: { body: 'Here is the info' } },
          { ...business, ...common(2, 'PLAYED'), type: 'media_placeholder' },
          { ...person, ...common(3, 'READ'), type: 'text', text: { body: 'Thanks!' } },
          { ...person, ...common(4, 'DELIVERED'), type: 'media_placeholder' },
          {
            ...person,
            ...common(5, 'DELIVERED'),
            type: 'errors',
            errors: [{ code: 131051, title: 'Message type unknown' }],
          },
        ],
      });
    },
  },
  {
    name: 'history: media that the business sent',
    source: HISTORY,
    after: THREAD,
    body: (facts) =>
      aboutNumber(facts, 'history', {
        contacts: [{ wa_id: PABLO.phone, user_id: PABLO.userId }],
        message_echoes: [
          {
            from: facts.business,
            to: PABLO.phone,
            to_user_id: PABLO.userId,
            id: idOf(2),
            timestamp: past(facts),
            ...image(facts, 'sent by the business'),
          },
        ],
      }),
  },
  {
    name: 'history: media that the business sent, in the older shape',
    source: HISTORY,
    after: THREAD,
    body: (facts) =>
      aboutNumber(facts, 'history', {
        messages: [{ from: PABLO.phone, id: idOf(2), timestamp: past(facts), ...image(facts, 'c') }],
      }),
  },
  {
    name: 'history: media of the person',
    source: HISTORY,
    after: THREAD,
    body: (facts) =>
      aboutNumber(facts, 'history', {
        messages: [{ from: PABLO.phone, id: idOf(4), timestamp: past(facts), ...image(facts, 'from Pablo') }],
      }),
  },
  {
    name: 'history: a thread of somebody who hides the number',
    source: HISTORY,
    body: (facts) =>
      pieceOf(facts, {
        context: { username: LENA.username, user_id: LENA.userId },
        messages: [
          {
            from_user_id: LENA.userId,
            id: idOf(6),
            timestamp: past(facts),
            type: 'text',
            text: { body: 'from before' },
            history_context: { status: 'READ' },
          },
        ],
      }),
  },
  {
    name: 'history: a message of nobody',
    source: HISTORY,
    body: (facts) =>
      pieceOf(facts, {
        messages: [
          {
            id: idOf(7),
            timestamp: past(facts),
            type: 'text',
            text: { body: 'of nobody' },
            history_context: { status: 'READ' },
          },
        ],
      }),
  },
  {
    name: 'history: the business declined',
    source: HISTORY,
    body: (facts) =>
      aboutNumber(facts, 'history', {
        history: [
          {
            errors: [
              {
                code: 2593109,
                title: 'History sync is turned off by the business from the WhatsApp Business App',
                message: 'History sync is turned off by the business from the WhatsApp Business App',
                error_data: { details: 'History sharing is turned off by the business' },
              },
            ],
          },
        ],
      }),
  },
];

function echo(name: string, members: (facts: Facts) => object): Shape {
  return {
    name,
    source: ECHOES,
    body: (facts) =>
      aboutNumber(facts, 'smb_message_echoes', {
        contacts: [maraContact],
        message_echoes: [
          {
            from: facts.business,
            to: MARA.phone,
            to_user_id: MARA.userId,
            id: facts.id,
            timestamp: String(facts.now),
            ...members(facts),
          },
        ],
      }),
  };
}

const echoes: Shape[] = [
  echo('echo', () => ({ type: 'text', text: { body: 'from the app' } })),
  echo('echo of an edit', ({ ours }) => ({
    type: 'edit',
    edit: {
      original_message_id: ours,
      message: { context: { id: 'M0' }, type: 'text', text: { body: 'edited in the app' } },
    },
  })),
  echo('echo of a deletion', ({ ours }) => ({ type: 'revoke', revoke: { original_message_id: ours } })),
];

function appContacts(name: string, entries: { action: 'add' | 'remove'; contact: object }[]): Shape {
  return {
    name,
    source: CONTACTS,
    body: (facts) =>
      aboutNumber(facts, 'smb_app_state_sync', {
        state_sync: entries.map(({ action, contact }) => ({
          type: 'contact',
          contact,
          action,
          metadata: { timestamp: String(facts.now) },
        })),
      }),
  };
}

const pablo = { full_name: PABLO.name, first_name: 'Pablo', phone_number: PABLO.phone };

const contacts: Shape[] = [
  appContacts('contact of the app', [{ action: 'add', contact: pablo }]),
  appContacts('contact of the app removed', [{ action: 'remove', contact: { phone_number: PABLO.phone } }]),
  {
    ...appContacts('contacts of the app: one with a user id only', [
      { action: 'add', contact: pablo },
      {
        action: 'add',
        contact: {
          full_name: 'Lena Kurz',
          first_name: 'Lena',
          user_id: LENA.userId,
          username: LENA.username,
        },
      },
    ]),
    after: 'text of somebody who hides the number',
  },
];

/** What the business app shares, and what is done in it. */
export const appShapes: Shape[] = [...history, ...echoes, ...contacts];
