import { lena, pablo, inTheApp, files, type Expectation } from './expectation';

const past = {
  info: 'outbound text from the app; "Here is the info"; read',
  sent: 'outbound unsupported from the app; unsupported media_placeholder payload {type}; read',
  thanks: 'inbound text; "Thanks!"',
  got: 'inbound unsupported; unsupported media_placeholder payload {type}',
  unknown: 'inbound unsupported; unsupported errors 131051 payload {errors, type}',
};
const running = 'channel connected; sync running';

const app: Record<string, Expectation> = {
  'history: a thread with placeholders': {
    says: 'The past, without events, windows and unread messages.',
    api: [pablo, past.info, past.sent, past.thanks, past.got, past.unknown, running],
    events: [],
  },
  'history: media that the business sent': {
    file: files.jpeg,
    says: 'The placeholder becomes the image; it stays outbound.',
    api: ['outbound image from the app; "sent by the business"; media image/jpeg; read'],
    events: [],
  },
  'history: media that the business sent, in the older shape': {
    file: files.jpeg,
    says: 'The placeholder becomes the image; it stays outbound, whoever the shape says sent it.',
    api: ['outbound image from the app; "c"; media image/jpeg; read'],
    events: [],
  },
  'history: media of the person': {
    file: files.jpeg,
    says: 'The placeholder becomes the image.',
    api: ['inbound image; "from Pablo"; media image/jpeg'],
    events: [],
  },
  'history: a thread of somebody who hides the number': {
    says: 'The past with a person without a number.',
    api: [lena('', 0, 'shut'), 'inbound text; "from before"', running],
    events: [],
  },
  'history: a message of nobody': {
    says: 'A past message that names nobody is kept as a dead letter.',
    api: ['dead letter unreadable-history', running],
    events: [],
  },
  'history: the business declined': {
    says: 'The sync says so.',
    api: ['channel connected; sync declined'],
    events: [],
  },
  echo: {
    says: 'A message of ours, written in the app.',
    api: ['outbound text from the app; "from the app"; sent'],
    events: ['message.sent'],
  },
  'echo of an edit': {
    says: 'The text that it names is changed.',
    api: ['outbound text; "edited in the app"; sent; edited'],
    events: ['message.updated'],
  },
  'echo of a deletion': {
    says: 'The message that it names is empty.',
    api: ['outbound text; sent; deleted'],
    events: ['message.deleted'],
  },
  'contact of the app': {
    says: 'A contact.',
    api: ['contact Pablo Morales, 4915110008001', running],
    events: [],
  },
  'contact of the app removed': { says: 'There was none.', api: [running], events: [] },
  'contacts of the app: one with a user id only': {
    says: 'A contact, and the name of somebody without a number.',
    api: [lena('Lena Kurz, ', 1, 'open'), 'contact Pablo Morales, 4915110008001', running],
    events: [],
  },
};

/** Of what the business app shares. */
export const appExpectations: Record<string, Expectation> = Object.fromEntries(
  Object.entries(app).map(([name, one]) => [name, inTheApp(one)]),
);
