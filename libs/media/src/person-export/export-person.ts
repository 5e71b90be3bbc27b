import type { InputOf, Operation, OutputOf } from '@chat/contracts';
import { exportContact } from '@chat/contracts/crm';
import { exportPhoneRecords } from '@chat/contracts/device-sessions';
import {
  exportConversations,
  exportMessages,
  type ExportedConversations,
  type ExportedMessage,
  type PersonRef,
} from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import type { PersonTerms } from '@chat/contracts/person-traces';
import { exportPersonTickets } from '@chat/contracts/tickets';
import { exportPersonDeliveries } from '@chat/contracts/webhooks';
import type { ExportOutput } from './export-output';

/** Makes a request on behalf of the account. */
export type AskOfAccount = <Op extends Operation>(operation: Op, input: InputOf<Op>) => Promise<OutputOf<Op>>;

/**
 * Writes everything stored of a person as one JSON document, batch by batch.
 * @throws AppError `service_unavailable` if conversations with the person merge meanwhile: their messages move from one to
 * the other, so that some would be missing.
 */
export async function exportPerson(
  ask: AskOfAccount,
  person: PersonRef,
  output: ExportOutput,
): Promise<void> {
  const found = await ask(exportConversations, { body: person });
  // Contacts have numbers: that of somebody named by the network's id is known from their conversations.
  const phone = person.phone ?? numberIn(found);
  const asContact = phone === undefined ? person : { phone };
  const { names, contact_id, ...contact } = await ask(exportContact, { body: asContact });
  const { conversations, changes: waiting_changes = [], app_names = [], opt_out } = found;
  const { contact_ids: known = [] } = found;
  const own = conversations.map(({ id }) => id);
  const merged = mergedInto(found);
  if (own.some((id) => merged.has(id))) throw merging();
  // Tickets and deliveries of before a merge have the id that ended.
  const conversation_ids = [...own, ...merged];
  // Tickets keep the ids of contacts that were deleted earlier.
  const contact_ids = [...new Set(contact_id === null ? known : [contact_id, ...known])];

  const phone_records = await ask(exportPhoneRecords, {
    body: { names: [...new Set([...names, ...namesIn(person, found)])] },
  });

  const head = {
    ...person,
    spellings: names,
    exported_at: new Date().toISOString(),
    contact: contact.contact,
    app_contact: contact.app_contact,
    opt_outs: { crm: contact.opt_out, messaging: opt_out },
    waiting_changes,
    app_names,
    phone_records,
  };
  await output.write(`${JSON.stringify(head).slice(0, -1)},\n"conversations":`);
  await writeList(output, conversations, async ({ id, record }) => {
    await output.write(`${JSON.stringify(record).slice(0, -1)},"messages":`);
    await writeList(output, messagesOf(ask, person, id), (message) => writeMessage(output, message));
    await output.write('}');
  });

  const ticketNumbers: string[] = [];
  await output.write(',\n"tickets":');
  await writeList(output, ticketsOf(ask, { contact_ids, conversation_ids }, ticketNumbers), (ticket) =>
    output.write(JSON.stringify(ticket)),
  );
  await output.write(',\n"deliveries":');
  const terms = {
    names: [],
    chat_message_ids: [],
    ticket_numbers: ticketNumbers,
    conversation_ids,
    contact_ids,
  };
  await writeList(output, deliveriesOf(ask, terms), (delivery) => output.write(JSON.stringify(delivery)));
  const now = await ask(exportConversations, { body: person });
  if ([...mergedInto(now)].some((id) => !merged.has(id))) throw merging();
  await output.write('}');
  await output.end();
}

/** The ids that were merged into these conversations, including those whose messages are still moving. */
function mergedInto({ conversations }: ExportedConversations): ReadonlySet<number> {
  return new Set(
    conversations.flatMap(({ record }) => (record as { merged_ids?: number[] }).merged_ids ?? []),
  );
}

function merging(): AppError {
  return new AppError('service_unavailable', {
    message: 'Conversations with this person are being merged. Export again in a minute.',
  });
}

/** What networks call the person, apart from other spellings of the number. */
function namesIn({ phone, provider_user_id }: PersonRef, { conversations }: ExportedConversations): string[] {
  const named = conversations.flatMap(({ record }) => {
    const { contact_phone, provider_user_id: id } = record as Record<string, unknown>;
    return [contact_phone, id];
  });
  return [phone, provider_user_id, ...named].filter((name) => typeof name === 'string');
}

function numberIn({ conversations }: ExportedConversations): string | undefined {
  const phones = conversations.map(
    ({ record }) => (record as { contact_phone?: string | null }).contact_phone,
  );
  return phones.find((phone) => typeof phone === 'string') ?? undefined;
}

async function writeList<T>(
  output: ExportOutput,
  items: Iterable<T> | AsyncIterable<T>,
  write: (item: T) => Promise<void>,
): Promise<void> {
  let separator = '[';
  for await (const item of items) {
    await output.write(`${separator}\n`);
    await write(item);
    separator = ',';
  }
  await output.write(separator === '[' ? '[]' : ']');
}

async function writeMessage(output: ExportOutput, { id, record, media }: ExportedMessage): Promise<void> {
  if (!media) return output.write(JSON.stringify(record));
  await output.write(`${JSON.stringify(record).slice(0, -1)},"media":`);
  await output.writeMedia(id, media);
  await output.write('}');
}

async function* messagesOf(ask: AskOfAccount, person: PersonRef, conversation_id: number) {
  for (let after_id: number | null = 0; after_id !== null;) {
    const body: InputOf<typeof exportMessages>['body'] = { ...person, conversation_id, after_id };
    const { messages, last_id } = await ask(exportMessages, { body });
    yield* messages;
    after_id = last_id;
  }
}

async function* ticketsOf(
  ask: AskOfAccount,
  person: { contact_ids: number[]; conversation_ids: number[] },
  numbers: string[],
) {
  for (let after_id: number | null = 0; after_id !== null;) {
    const body: InputOf<typeof exportPersonTickets>['body'] = { ...person, after_id };
    const found = await ask(exportPersonTickets, { body });
    numbers.push(...found.numbers);
    yield* found.tickets;
    after_id = found.last_id;
  }
}

async function* deliveriesOf(ask: AskOfAccount, person: PersonTerms) {
  for (let after_id: number | null = 0; after_id !== null;) {
    const body: InputOf<typeof exportPersonDeliveries>['body'] = { person, after_id };
    const { deliveries, last_id } = await ask(exportPersonDeliveries, { body });
    yield* deliveries;
    after_id = last_id;
  }
}
