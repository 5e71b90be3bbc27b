import { newWamid } from '../wamid';

/** What a business shares from its app, as the control API accepts it. */
export interface SharedContact {
  phone: string;
  name: string;
  removed: boolean;
}
export const historyStatuses = ['SENT', 'DELIVERED', 'READ', 'PLAYED', 'ERROR', 'PENDING'] as const;
interface SharedMessage {
  from_me: boolean;
  text: string;
  sent_at: string;
  status: (typeof historyStatuses)[number];
}
export interface SharedThread {
  phone: string;
  messages: SharedMessage[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The age in days at which each phase ends. */
const phases = [1, 90, 180];
/** Maximum number of messages, or of contacts, per callback. */
const CHUNK_SIZE = 500;
const CONTACTS_SIZE = 100;

/** The `state_sync` of each callback: the contacts of the app. */
export function toContactSync(contacts: readonly SharedContact[], at: number): object[][] {
  const timestamp = String(Math.floor(at / 1000));
  const words = contacts.map(({ phone, name, removed }) => ({
    type: 'contact',
    // A removed contact has no name.
    contact: { ...(!removed && { full_name: name, first_name: name.split(' ')[0] }), phone_number: phone },
    action: removed ? 'remove' : 'add',
    metadata: { timestamp },
  }));
  const count = Math.ceil(words.length / CONTACTS_SIZE);
  return Array.from({ length: count }, (_, index) =>
    words.slice(index * CONTACTS_SIZE, (index + 1) * CONTACTS_SIZE),
  );
}

/**
 * The callbacks of a history: the messages of each phase in chunks. The last chunk of the last phase says 100 percent;
 * the others may arrive in any order.
 */
export function toHistory(threads: readonly SharedThread[], businessDigits: string, now: number): object[] {
  const chunks: { phase: number; order: number; threads: object[] }[] = [];
  for (const phase of phases.keys()) {
    const messages = threads.flatMap(({ phone, messages: all }) =>
      all
        .filter(({ sent_at: at }) => phaseOf(now - Date.parse(at)) === phase)
        .map((message) => ({ phone, ...message })),
    );
    for (let start = 0, order = 1; start < Math.max(messages.length, 1); start += CHUNK_SIZE, order += 1) {
      chunks.push({
        phase,
        order,
        threads: toThreads(messages.slice(start, start + CHUNK_SIZE), businessDigits),
      });
    }
  }
  return chunks.map(({ phase, order, threads: part }, index) => ({
    metadata: { phase, chunk_order: order, progress: Math.round(((index + 1) / chunks.length) * 100) },
    threads: part,
  }));
}

/** The phase of a message of that age; null when it is too old. */
export function phaseOf(ageMs: number): number | null {
  const phase = phases.findIndex((days) => ageMs <= days * DAY_MS);
  return phase < 0 ? null : phase;
}

interface HistoryMessage extends SharedMessage {
  phone: string;
}

function toThreads(messages: readonly HistoryMessage[], businessDigits: string): object[] {
  const phones = [...new Set(messages.map(({ phone }) => phone))];
  return phones.map((phone) => ({
    id: phone,
    messages: messages
      .filter((message) => message.phone === phone)
      .map((message) => toMessage(message, businessDigits)),
  }));
}

function toMessage(
  { phone, from_me: fromMe, text, sent_at: sentAt, status }: HistoryMessage,
  businessDigits: string,
): object {
  return {
    from: fromMe ? businessDigits : phone,
    id: newWamid(phone, fromMe ? 'out' : 'in'),
    timestamp: String(Math.floor(Date.parse(sentAt) / 1000)),
    type: 'text',
    text: { body: text },
    history_context: { status },
  };
}
