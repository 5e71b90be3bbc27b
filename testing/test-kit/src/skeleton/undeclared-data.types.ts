import { type BusClient, Handles, on, Reply, type Transaction, type Transactions } from '@chat/bus';
import type { CloudEvent, RequestContext } from '@chat/contracts';
import type { Jobs } from '@chat/service-kit';
import type { TestBus } from '../test-bus';
import { errand } from './errands.service';
import { createNote, noteCreated, type Note } from './notes.service';

/*
 * What must not compile: data that differs from its declaration, wherever it leaves a service. Nothing runs this file;
 * `npm run check` fails if one of the marked lines compiles, or if an unmarked one does not.
 */

const half = { id: 1 };
const whole: Note = { id: 1, text: 'milk' };
const wrong = { id: '1', text: 'milk' };
const occurrence = { accountId: 1, entity: 'notes/1', entityVersion: 1, channelId: null };

export function emitEvents(tx: Transaction, transactions: Transactions): void {
  tx.emit(noteCreated, { ...occurrence, data: whole });
  // @ts-expect-error A member is missing.
  tx.emit(noteCreated, { ...occurrence, data: half });
  // @ts-expect-error A member has another type.
  tx.emit(noteCreated, { ...occurrence, data: wrong });
  // @ts-expect-error A member is not declared.
  tx.emit(noteCreated, { ...occurrence, data: { ...whole, colour: 'red' } });

  transactions.outboxRow(noteCreated, { ...occurrence, data: whole }, null);
  // @ts-expect-error A member is missing.
  transactions.outboxRow(noteCreated, { ...occurrence, data: half }, null);
}

export async function publishInSpecs(bus: TestBus): Promise<void> {
  await bus.publish(noteCreated, whole);
  // @ts-expect-error A member is missing.
  await bus.publish(noteCreated, half);
  await bus.respond(createNote, () => whole);
  // @ts-expect-error A member is missing.
  await bus.respond(createNote, () => half);
}

/** Handlers get what the event declares, and cannot expect more. */
export const bindings = [
  on(noteCreated, (event: CloudEvent<Note>) => Promise.resolve(void event)),
  // @ts-expect-error The event has no such member.
  on(noteCreated, (event: CloudEvent<Note & { colour: string }>) => Promise.resolve(void event)),
];

export async function sendRequests(bus: BusClient, context: RequestContext): Promise<void> {
  await bus.request(createNote, context, { body: { text: 'milk' } });
  // @ts-expect-error A member is missing.
  await bus.request(createNote, context, { body: {} });
  await bus.forward(createNote, context, { body: { text: 'milk' } });
  // @ts-expect-error A member is missing.
  await bus.forward(createNote, context, { body: {} });
}

export class Answers {
  @Handles(createNote)
  plain(): Promise<Note> {
    return Promise.resolve(whole);
  }

  @Handles(createNote)
  reply(): Promise<Reply<Note>> {
    return Promise.resolve(new Reply(whole, { status: 201 }));
  }

  // @ts-expect-error A member is missing.
  @Handles(createNote)
  halfPlain(): Promise<{ id: number }> {
    return Promise.resolve(half);
  }

  // @ts-expect-error A member is missing.
  @Handles(createNote)
  halfReply(): Promise<Reply<{ id: number }>> {
    return Promise.resolve(new Reply(half, { status: 201 }));
  }
}

export async function addJobs(jobs: Jobs, tx: Transaction): Promise<void> {
  await jobs.add(tx, errand, { accountId: 1, data: { text: 'milk', stage: 0 } });
  // @ts-expect-error A member is missing.
  await jobs.add(tx, errand, { accountId: 1, data: { text: 'milk' } });
}

export function continueJobs(jobs: Jobs): void {
  jobs.handle(errand, ({ data }) => Promise.resolve(() => Promise.resolve({ delayMs: 0, data })));
  jobs.handle(errand, () => Promise.resolve(() => Promise.resolve({ delayMs: 0 })));
  // @ts-expect-error A member is missing.
  jobs.handle(errand, () => Promise.resolve(() => Promise.resolve({ delayMs: 0, data: { text: 'milk' } })));
}
