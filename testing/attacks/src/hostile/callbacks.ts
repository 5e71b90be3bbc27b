import { hostileJson } from './json-values';

type Json = null | boolean | number | string | Json[] | { [member: string]: Json };

/** A business number, as named in callbacks. */
export interface CallbackNumber {
  readonly wabaId: string;
  readonly phoneNumberId: string;
  readonly digits: string;
  /** A message that was sent from it. */
  readonly sent: { readonly id: number; readonly chatMessageId: string };
}

/** The whole body of a callback. */
export interface CallbackBody {
  readonly name: string;
  readonly body: string;
}

/** The sender in callbacks that may have an effect. */
const PERSON = '15550100001';
const media = {
  id: '1234567890123456',
  mime_type: 'image/png',
  sha256: '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
};

/** Inbound content of each type. */
const contents: Readonly<Record<string, Json>> = {
  text: { body: 'x' },
  image: { ...media, caption: 'x' },
  document: { ...media, filename: 'a.pdf' },
  audio: { ...media, voice: true },
  sticker: { ...media, animated: false },
  location: { latitude: 1.5, longitude: 2, name: 'x', address: 'x' },
  contacts: [{ name: { formatted_name: 'x' }, phones: [{ phone: '+1', wa_id: PERSON }] }],
  reaction: { message_id: 'wamid.x', emoji: '👍' },
  interactive: { type: 'list_reply', list_reply: { id: 'x', title: 'x', description: 'x' } },
  button: { payload: 'x', text: 'x' },
  order: { catalog_id: '1', text: 'x', product_items: [{ product_retailer_id: 'x', quantity: 1 }] },
  edit: {
    original_message_id: 'wamid.x',
    message: { context: { id: 'M0' }, type: 'text', text: { body: 'x' } },
  },
  revoke: { original_message_id: 'wamid.x' },
  system: {
    body: 'x',
    type: 'user_changed_number',
    wa_id: '15550100002',
    user_id: 'US.2',
    previous_user_id: 'US.1',
  },
  unsupported: { type: 'unknown' },
};

const status = {
  status: 'failed',
  timestamp: '1700000000',
  recipient_id: PERSON,
  pricing: { billable: true },
  errors: [{ code: 131026, title: 'x', error_data: { details: 'x' } }],
};

const preference = { wa_id: PERSON, category: 'marketing_messages', value: 'stop', timestamp: 1_700_000_000 };

/** A callback with one change. */
function callbackOf({ wabaId }: CallbackNumber, field: string, value: Json): Json {
  return { object: 'whatsapp_business_account', entry: [{ id: wabaId, changes: [{ field, value }] }] };
}

/** A callback of messages or statuses. */
export function messagesOf(number: CallbackNumber, members: { [member: string]: Json }): Json {
  const { phoneNumberId, digits } = number;
  const metadata = { display_phone_number: digits, phone_number_id: phoneNumberId };
  return callbackOf(number, 'messages', { messaging_product: 'whatsapp', metadata, ...members });
}

/** A text message as the provider delivers it. */
export function textMessage(id: string, from: string, body: string): Json {
  return { from, id, timestamp: '1700000000', type: 'text', text: { body } };
}

/** A valid callback of each kind, which may refer to unknown people. */
function wellFormed(number: CallbackNumber): Record<string, Json> {
  const contact = { wa_id: PERSON, user_id: 'US.1', profile: { name: 'x' } };
  const message = (type: string, content: Json): Json =>
    messagesOf(number, {
      contacts: [contact],
      messages: [{ from: PERSON, id: ID, timestamp: '1700000000', type, [type]: content }],
    });
  const { id, chatMessageId } = number.sent;
  const ownStatus = { ...status, id: chatMessageId, biz_opaque_callback_data: String(id) };
  return {
    ...Object.fromEntries(Object.entries(contents).map(([type, content]) => [type, message(type, content)])),
    status: messagesOf(number, { contacts: [contact], statuses: [ownStatus] }),
    preference: callbackOf(number, 'user_preferences', {
      metadata: { phone_number_id: number.phoneNumberId },
      user_preferences: [preference],
    }),
    account: callbackOf(number, 'account_update', {
      phone_number: number.digits,
      event: 'ACCOUNT_RECONNECTED',
    }),
  };
}

/** Placeholder for the id of a message, since each id is accepted only once. */
const ID = 'wamid.id';
/** The kind in which the common envelope is mutated. */
const FIRST = 'text';
/** The part in which the kinds differ. */
const ITEMS: readonly (string | number)[] = [
  'messages',
  'statuses',
  'user_preferences',
  'phone_number',
  'event',
];
/** Placeholder for the hostile value. */
const PLACE = '\u2620';

/** Every member of every kind of callback with every hostile value. The common envelope is mutated only once. */
export function mutatedCallbacks(number: CallbackNumber): CallbackBody[] {
  let count = 0;
  return Object.entries(wellFormed(number)).flatMap(([kind, callback]) =>
    pathsIn(callback)
      .filter((path) => kind === FIRST || path.some((part) => ITEMS.includes(part)))
      .flatMap((path) => {
        const text = JSON.stringify(replaced(callback, path));
        return hostileJson.map(({ name, json }) => ({
          name: `${kind}: ${path.join('.')} = ${name}`,
          body: text.replace(JSON.stringify(PLACE), () => json).replace(ID, `${ID}-${(count += 1)}`),
        }));
      }),
  );
}

/** Bodies that are not callbacks, or that exceed any real one. */
export function strangeCallbacks(number: CallbackNumber): CallbackBody[] {
  const text = (body: string) =>
    messagesOf(number, { messages: [textMessage('wamid.strange', PERSON, body)] });
  const raw = (type: string, json: string) =>
    JSON.stringify(
      messagesOf(number, { messages: [{ from: PERSON, id: `wamid.raw-${type}`, type, [type]: PLACE }] }),
    ).replace(JSON.stringify(PLACE), () => json);
  const nested = (levels: number) => '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
  const large = JSON.stringify({ a: 'x'.repeat(1_900_000) });
  const types = ['interactive', 'order', 'unsupported', 'reaction', 'contacts'];
  return [
    { name: 'nothing', body: '' },
    { name: 'no JSON', body: 'nothing' },
    { name: 'a truncated callback', body: JSON.stringify(text('x')).slice(0, -10) },
    { name: 'a list', body: '[]' },
    { name: 'null', body: 'null' },
    { name: 'invalid UTF-8', body: JSON.stringify(text('\u00ff')) },
    { name: 'duplicate members', body: `{"entry":[],${JSON.stringify(text('x')).slice(1, -1)},"entry":[]}` },
    { name: '400,000 levels of lists', body: '['.repeat(400_000) + ']'.repeat(400_000) },
    { name: '100,000 entries', body: `{"entry":[${'{},'.repeat(100_000)}{}]}` },
    ...types.flatMap((type) => [
      { name: `${type} of 200,000 levels`, body: raw(type, nested(200_000)) },
      { name: `${type} of 5,000 levels`, body: raw(type, nested(5_000)) },
      { name: `${type} of 1.9 MB`, body: raw(type, type === 'contacts' ? `[${large}]` : large) },
    ]),
    { name: 'a text of 1.9 MB', body: JSON.stringify(text('x'.repeat(1_900_000))) },
    { name: 'a text of escapes', body: JSON.stringify(text('\u0001'.repeat(300_000))) },
  ];
}

/** The paths of all replaceable values: each member, and each entry of a list. */
function pathsIn(value: Json): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  const members: [string | number, Json][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return members.flatMap(([name, member]) => [[name], ...pathsIn(member).map((path) => [name, ...path])]);
}

function replaced(value: Json, [name, ...rest]: readonly (string | number)[]): Json {
  if (name === undefined) return PLACE;
  const copy = structuredClone(value) as Record<string | number, Json>;
  copy[name] = replaced(copy[name]!, rest);
  return copy;
}
