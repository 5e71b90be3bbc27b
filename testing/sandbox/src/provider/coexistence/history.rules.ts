import { newWamid } from '../wamid';
import type { SharedFile, SharedMessage, SharedPerson, SharedThread } from './shared';

const DAY_MS = 24 * 60 * 60 * 1000;
/** The age in days at which each phase ends. */
const phases = [1, 90, 180];
/** Maximum number of messages per callback. */
const CHUNK_SIZE = 500;
const UNKNOWN_TYPE = { code: 131051, title: 'Message type unknown' };

/** A message with the person of its thread. */
interface PastMessage extends SharedMessage {
  id: string;
  person: SharedPerson;
}

/**
 * The content of the callbacks of a history: the messages of each phase in chunks, then the files. The last chunk of the last
 * phase says 100 percent; the others may arrive in any order.
 */
export function toHistory(threads: readonly SharedThread[], businessDigits: string, now: number): object[] {
  const past = threads.flatMap(({ messages, ...person }) =>
    messages.map((message): PastMessage => {
      const id = newWamid(person.phone ?? person.user_id ?? '', message.from_me ? 'out' : 'in');
      return { ...message, id, person };
    }),
  );
  const shared = past.filter((message) => phaseOf(ageOf(message, now)) !== null);
  return [
    ...toChunks(shared, businessDigits, now).map((chunk) => ({ history: [chunk] })),
    ...shared.flatMap((message) => (message.file ? [toFollowUp(message, message.file, businessDigits)] : [])),
  ];
}

function toChunks(past: readonly PastMessage[], businessDigits: string, now: number): object[] {
  const chunks: { phase: number; order: number; threads: object[] }[] = [];
  for (const phase of phases.keys()) {
    const messages = past.filter((message) => phaseOf(ageOf(message, now)) === phase);
    for (let start = 0, order = 1; start < Math.max(messages.length, 1); start += CHUNK_SIZE, order += 1) {
      const part = messages.slice(start, start + CHUNK_SIZE);
      chunks.push({ phase, order, threads: toThreads(part, businessDigits) });
    }
  }
  return chunks.map(({ phase, order, threads }, index) => ({
    metadata: { phase, chunk_order: order, progress: Math.round(((index + 1) / chunks.length) * 100) },
    threads,
  }));
}

/** The phase of a message of that age; null when it is too old. */
export function phaseOf(ageMs: number): number | null {
  const phase = phases.findIndex((days) => ageMs <= days * DAY_MS);
  return phase < 0 ? null : phase;
}

function ageOf({ sent_at: at }: SharedMessage, now: number): number {
  return now - Date.parse(at);
}

/** A thread of somebody who hides the number has no id. */
function toThreads(messages: readonly PastMessage[], businessDigits: string): object[] {
  const people = [...new Set(messages.map(({ person }) => person))];
  return people.map((person) => {
    const { phone, user_id, username } = person;
    const context = {
      ...(username !== undefined && { username }),
      ...(user_id !== undefined && { user_id }),
    };
    return {
      ...(phone !== undefined && { id: phone }),
      ...(user_id !== undefined && { context }),
      messages: messages
        .filter((message) => message.person === person)
        .map((message) => ({
          ...senderOf(message, businessDigits),
          ...placeOf(message),
          ...contentOf(message),
          history_context: { status: message.status },
        })),
    };
  });
}

function senderOf({ from_me: fromMe, person }: PastMessage, businessDigits: string): object {
  if (fromMe) return { from: businessDigits };
  return person.phone === undefined ? { from_user_id: person.user_id } : { from: person.phone };
}

function placeOf({ id, sent_at: at }: PastMessage): object {
  return { id, timestamp: String(Math.floor(Date.parse(at) / 1000)) };
}

function contentOf({ text, file, unsupported: isUnsupported }: SharedMessage): object {
  if (file) return { type: 'media_placeholder' };
  return isUnsupported ? { type: 'errors', errors: [UNKNOWN_TYPE] } : { type: 'text', text: { body: text } };
}

/** The message with its file. The older shape names the customer as the sender of whatever was sent. */
function toFollowUp(message: PastMessage, file: SharedFile, businessDigits: string): object {
  const { person, from_me: fromMe } = message;
  const { phone, user_id } = person;
  const common = { ...placeOf(message), ...fileOf(file) };
  if (!fromMe || file.older_shape)
    return { messages: [{ ...senderOf({ ...message, from_me: false }, businessDigits), ...common }] };
  const receiver = {
    ...(phone !== undefined && { to: phone }),
    ...(user_id !== undefined && { to_user_id: user_id }),
  };
  const contact = {
    ...(phone !== undefined && { wa_id: phone }),
    ...(user_id !== undefined && { user_id }),
  };
  return { contacts: [contact], message_echoes: [{ from: businessDigits, ...receiver, ...common }] };
}

function fileOf({ id, mime_type, sha256, caption }: SharedFile): object {
  const [family = ''] = mime_type.split('/');
  const type = ['image', 'video', 'audio'].includes(family) ? family : 'document';
  return { type, [type]: { ...(caption !== undefined && { caption }), mime_type, sha256, id } };
}
