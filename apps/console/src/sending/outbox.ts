import { useSyncExternalStore } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import type { SentMessage } from '@chat/client';
import { ApiError, dataOf, NO_ANSWER, upload } from '../api/call';
import { conversationListsKey, conversationQuery } from '../api/conversations';
import { readMessage } from '../api/messages';
import { keep, kept } from '../api/window-storage';
import { latestSequence, showMessage } from '../messages/caches';
import { fromKept, toKept, type Content, type Parcel } from './parcels.rules';

/** Waits before the attempts that follow one without an answer: in a minute, also a busy server has started again. */
const PAUSES_MS = [500, 1_500, 4_000, 8_000, 16_000, 30_000];

/** Where what has no message yet is kept. */
const NAME = 'unsent';

/** Null until they are looked at: by then it is known whose they are. */
let parcels: readonly Parcel[] | null = null;
const all = () => (parcels ??= fromKept(kept(NAME)));
const listeners = new Set<() => void>();
const aborts = new Map<string, AbortController>();
/** One conversation's parcels leave one after the other, in their order. */
const lines = new Map<number, Promise<void>>();

export function useParcels(): readonly Parcel[] {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, all);
}

export function send(queries: QueryClient, content: Content): void {
  const afterSequence = latestSequence(queries, content.conversationId);
  const type: Parcel['type'] = content.other?.type ?? content.file?.kind ?? 'text';
  const parcel: Parcel = { ...content, type, afterSequence, key: crypto.randomUUID(), share: 0, error: null };
  update([...all(), parcel]);
  enqueue(queries, parcel);
}

export function retry(queries: QueryClient, parcel: Parcel): void {
  change(parcel.key, { error: null, share: 0 });
  enqueue(queries, parcel);
}

/** Cancels what is on its way, as far as it can be, or removes what failed. */
export function discard({ key }: Parcel): void {
  aborts.get(key)?.abort();
  update(all().filter((one) => one.key !== key));
}

function enqueue(queries: QueryClient, parcel: Parcel): void {
  const before = lines.get(parcel.conversationId) ?? Promise.resolve();
  lines.set(
    parcel.conversationId,
    before.then(() => deliver(queries, parcel)),
  );
}

async function deliver(queries: QueryClient, parcel: Parcel): Promise<void> {
  if (!all().some(({ key }) => key === parcel.key)) return;
  const abort = new AbortController();
  aborts.set(parcel.key, abort);
  try {
    const { message_id } = await attempt(parcel, abort.signal);
    await settle(queries, parcel, message_id);
  } catch (error) {
    const refusal = error instanceof ApiError ? error : new ApiError(0, NO_ANSWER, '');
    const id = refusal.details['message_id'];
    // Once there is a message, it tells by itself what became of it.
    if (typeof id === 'number') await settle(queries, parcel, id);
    else change(parcel.key, { error: refusal });
    void queries.invalidateQueries(conversationQuery(parcel.conversationId));
  } finally {
    aborts.delete(parcel.key);
  }
}

async function attempt(parcel: Parcel, signal: AbortSignal): Promise<SentMessage> {
  for (const pause of [...PAUSES_MS, null]) {
    try {
      return await request(parcel, signal);
    } catch (error) {
      if (pause === null || signal.aborted || !isWithoutAnswer(error)) throw error;
      await pauseFor(pause, signal);
    }
  }
  throw new ApiError(0, NO_ANSWER, '');
}

/** Ends early when the network is back, and when nothing is to be sent any more. */
function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener('online', end);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    addEventListener('online', end);
    signal.addEventListener('abort', end);
  });
}

function isWithoutAnswer(error: unknown): boolean {
  return (
    error instanceof ApiError &&
    [NO_ANSWER, 'idempotency_in_flight', 'service_unavailable'].includes(error.code)
  );
}

function request(parcel: Parcel, signal: AbortSignal): Promise<SentMessage> {
  const { key, conversationId, text, file, other, replyTo } = parcel;
  if (file === null) {
    return dataOf<SentMessage>('POST', 'messages', {
      body: {
        conversation_id: conversationId,
        ...(other ? other.members : { message: text }),
        ...(replyTo !== null && { reply_to: replyTo }),
      },
      idempotencyKey: key,
      signal,
    });
  }
  const form = new FormData();
  form.set('conversation_id', String(conversationId));
  if (text !== null) form.set('message', text);
  if (replyTo !== null) form.set('reply_to', String(replyTo));
  form.set(file.kind, file.blob, file.blob.name);
  if (file.isVoiceNote) form.set('ptt', 'true');
  return upload<SentMessage>('messages', form, {
    idempotencyKey: key,
    signal,
    onProgress: (share) => change(key, { share }),
  });
}

/** Shows the message in place of the parcel. */
async function settle(queries: QueryClient, parcel: Parcel, messageId: number): Promise<void> {
  const message = await readMessage(messageId).catch(() => null);
  if (message) showMessage(queries, message);
  else await queries.invalidateQueries({ queryKey: ['messages', parcel.conversationId] });
  update(all().filter(({ key }) => key !== parcel.key));
  void queries.invalidateQueries({ queryKey: conversationListsKey });
}

function change(key: string, members: Partial<Parcel>): void {
  update(all().map((parcel) => (parcel.key === key ? { ...parcel, ...members } : parcel)));
}

function update(next: readonly Parcel[]): void {
  parcels = next;
  keep(NAME, toKept(next));
  for (const listener of listeners) listener();
}
