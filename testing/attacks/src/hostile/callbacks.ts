import { callbackShapes, MARA, shapeNamed, type Facts } from '@chat/sandbox/shapes';
import { hostileJson } from './json-values';

type Json = null | boolean | number | string | Json[] | { [member: string]: Json };
type Path = readonly (string | number)[];

/** The whole body of a callback. */
export interface CallbackBody {
  readonly name: string;
  readonly body: string;
}

/** A callback of messages or statuses. */
export function messagesOf(
  { wabaId, phoneNumberId, business }: Facts,
  members: { [member: string]: Json },
): Json {
  const metadata = { display_phone_number: business, phone_number_id: phoneNumberId };
  const value = { messaging_product: 'whatsapp', metadata, ...members };
  return {
    object: 'whatsapp_business_account',
    entry: [{ id: wabaId, changes: [{ field: 'messages', value }] }],
  };
}

/** A text message as the provider delivers it. */
export function textMessage(id: string, from: string, body: string): Json {
  return { from, id, timestamp: '1700000000', type: 'text', text: { body } };
}

/** Placeholder for the id of a message, since each id is accepted only once. */
const ID = 'wamid.id';
/** The shape in which the common envelope is mutated. */
const FIRST = 'text';
/** The content of a change. */
const VALUE: Path = ['entry', 0, 'changes', 0, 'value'];
/** The members of every change. */
const COMMON = ['messaging_product', 'metadata'];
/** Placeholder for the hostile value. */
const PLACE = '\u2620';

/** Every member of every shape of the provider with every hostile value. The common envelope is mutated only once. */
export function mutatedCallbacks(facts: Facts): CallbackBody[] {
  let count = 0;
  return callbackShapes.flatMap((shape) => {
    const callback = shape.body({ ...facts, id: ID }) as Json;
    return pathsIn(callback)
      .filter((path) => shape.name === FIRST || isOwn(path))
      .flatMap((path) => {
        const text = JSON.stringify(replaced(callback, path));
        return hostileJson.map(({ name, json }) => ({
          name: `${shape.name}: ${path.join('.')} = ${name}`,
          body: text.replace(JSON.stringify(PLACE), () => json).replace(ID, `${ID}-${(count += 1)}`),
        }));
      });
  });
}

/** Whether a member is not one of the common envelope. */
function isOwn(path: Path): boolean {
  const isInValue = path.length > VALUE.length && VALUE.every((part, at) => part === path[at]);
  return isInValue && !COMMON.includes(String(path[VALUE.length]));
}

/** What strangers and businesses may fill as they like, each by its shape and its path in the change. */
const roomy: readonly [shape: string, path: Path][] = [
  ['reply', ['messages', 0, 'context']],
  ['text of somebody who came from an ad', ['messages', 0, 'referral']],
  ['text with a member of a later version', ['messages', 0, 'later_member']],
  ['text of somebody who hides the number', ['contacts', 0, 'profile']],
  ['contact that was asked for', ['messages', 0, 'contacts', 0]],
  ['reaction', ['messages', 0, 'reaction']],
  ['row of a list', ['messages', 0, 'interactive']],
  ['order', ['messages', 0, 'order']],
  ['kind that the provider does not forward', ['messages', 0, 'unsupported']],
  ['kind of a later version', ['messages', 0, 'hologram']],
  ['edit', ['messages', 0, 'edit', 'message']],
  ['changed number', ['messages', 0, 'system', 'more']],
  ['message to a group', ['messages', 0, 'text']],
  ['restriction of business-initiated messages', ['restriction_info', 0]],
  ['history: a thread with placeholders', ['history', 0, 'threads', 0, 'messages', 1, 'media_placeholder']],
  ['history: a thread of somebody who hides the number', ['history', 0, 'threads', 0, 'context']],
  ['history: media that the business sent', ['message_echoes', 0, 'image', 'more']],
  ['echo of an edit', ['message_echoes', 0, 'edit', 'message']],
  ['contacts of the app: one with a user id only', ['state_sync', 1, 'contact']],
];

/** Values of a size or depth that exceeds any real one. */
const huge: Readonly<Record<string, string>> = {
  '200,000 levels': nested(200_000),
  '5,000 levels': nested(5_000),
  '1.9 MB': JSON.stringify({ a: 'x'.repeat(1_900_000) }),
  '100,000 members': JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [at, at]))),
  'a name of 1.9 MB': JSON.stringify({ ['x'.repeat(1_900_000)]: 1 }),
};

/** Bodies that are not callbacks, or that exceed any real one. */
export function strangeCallbacks(facts: Facts): CallbackBody[] {
  const text = (body: string) =>
    messagesOf(facts, { messages: [textMessage('wamid.strange', MARA.phone, body)] });
  const filled = ([name, path]: (typeof roomy)[number], json: string) => {
    const callback = shapeNamed(name).body({ ...facts, id: `wamid.filled-${(filledCount += 1)}` }) as Json;
    return JSON.stringify(replaced(callback, [...VALUE, ...path])).replace(JSON.stringify(PLACE), () => json);
  };
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
    ...roomy.flatMap((place) =>
      Object.entries(huge).map(([size, json]) => ({
        name: `${place[0]}, ${place[1].join('.')}: ${size}`,
        body: filled(place, json),
      })),
    ),
    ...crowded(facts),
    { name: 'a text of 1.9 MB', body: JSON.stringify(text('x'.repeat(1_900_000))) },
    { name: 'a text of escapes', body: JSON.stringify(text('\u0001'.repeat(300_000))) },
  ];
}

/** More of what a callback has a list of than the provider puts into one. */
function crowded(facts: Facts): CallbackBody[] {
  const repeated = (name: string, path: Path, times: number): CallbackBody => {
    const callback = shapeNamed(name).body({ ...facts, id: 'wamid.crowded' }) as Json;
    const text = JSON.stringify(replaced(callback, [...VALUE, ...path, 0]));
    const item = JSON.stringify(valueAt(callback, [...VALUE, ...path, 0]));
    const items = Array.from({ length: times }, (_, at) =>
      item.replaceAll(/(wamid\.\w+|DE\.\d+)/g, (id) => `${id}${at}`),
    );
    return {
      name: `${name}, ${path.join('.')}: ${times}`,
      body: text.replace(JSON.stringify(PLACE), () => items.join()),
    };
  };
  return [
    repeated('history: a thread of somebody who hides the number', ['history', 0, 'threads'], 2_000),
    repeated('history: a thread with placeholders', ['history', 0, 'threads', 0, 'messages'], 5_000),
    repeated('history: media of the person', ['messages'], 2_000),
    repeated('contacts of the app: one with a user id only', ['state_sync'], 5_000),
    repeated('restriction of business-initiated messages', ['restriction_info'], 5_000),
    repeated('edit', ['messages'], 2_000),
    repeated('text of somebody who hides the number', ['contacts'], 5_000),
  ];
}

let filledCount = 0;

function nested(levels: number): string {
  return '{"a":'.repeat(levels) + '1' + '}'.repeat(levels);
}

function valueAt(value: Json, path: Path): Json {
  return path.reduce((at, name) => (at as Record<string | number, Json>)[name]!, value);
}

/** The paths of all replaceable values: each member, and each entry of a list. */
function pathsIn(value: Json): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  const members: [string | number, Json][] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  return members.flatMap(([name, member]) => [[name], ...pathsIn(member).map((path) => [name, ...path])]);
}

function replaced(value: Json, [name, ...rest]: Path): Json {
  if (name === undefined) return PLACE;
  const copy = structuredClone(value) as Record<string | number, Json>;
  copy[name] = replaced(copy[name] ?? {}, rest);
  return copy;
}
