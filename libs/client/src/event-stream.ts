import { readFrames } from './event-frames.ts';
import type { WebhookEvent } from './types.ts';

/** A word of the stream itself. */
export type StreamNotice =
  /** The stream stands: read what changes without an event. */
  | { readonly type: 'hello'; readonly cursor: string }
  /** Events are missing: read what you show again. */
  | { readonly type: 'reset'; readonly cursor: string }
  /** A resource changed without an event. */
  | { readonly type: 'changed'; readonly resource: string };

/** An event, or an event of contacts, which webhooks do not have. */
export type StreamedEvent = (WebhookEvent | ContactEvent) & {
  /** The same as `webhook-id`, on every delivery. */
  readonly id: string;
  /** The place after this event, from which a stream can resume. */
  readonly cursor: string;
};

interface ContactEvent {
  readonly type: 'contact.created' | 'contact.updated' | 'contact.deleted';
  readonly timestamp: string;
  readonly data: object;
}

export interface StreamOptions {
  /** Where to begin: the `cursor` of what was handled last. By default with what happens from now on. */
  readonly cursor?: string;
  /** Ends the stream. */
  readonly signal?: AbortSignal;
  /** The longest pause before a new try to connect, in milliseconds; 30,000 by default. */
  readonly longestPauseMs?: number;
}

/** Three heartbeats. */
const SILENCE_MS = 45_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/** Opens the stream at a place. @throws what must not be tried again. @returns null if a later try may succeed. */
export type OpenStream = (cursor: string | undefined, signal: AbortSignal) => Promise<Response | null>;

/** Yields what happens, each event once and in order, however often the connection breaks, until the signal is aborted. */
export async function* followEvents(
  open: OpenStream,
  { cursor: begin, signal, longestPauseMs = LONGEST_PAUSE_MS }: StreamOptions,
): AsyncGenerator<StreamNotice | StreamedEvent> {
  let cursor = begin;
  for (let failures = 0; !signal?.aborted; failures += 1) {
    const turn = new AbortController();
    const cut = () => turn.abort();
    signal?.addEventListener('abort', cut);
    let timer = setTimeout(cut, SILENCE_MS);
    try {
      const response = await open(cursor, turn.signal);
      for await (const { id, event, data } of response ? readFrames(response.body!, turn.signal) : []) {
        failures = 0;
        clearTimeout(timer);
        timer = setTimeout(cut, SILENCE_MS);
        if (event !== undefined && data !== undefined) {
          const told = { ...(JSON.parse(data) as object), ...(id !== undefined && { cursor: id }) };
          yield told as StreamNotice | StreamedEvent;
        }
        // After the caller has handled it.
        cursor = id ?? cursor;
      }
    } catch (error) {
      if (!isBreak(error)) throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', cut);
      cut();
    }
    const pause = Math.min(longestPauseMs, FIRST_PAUSE_MS * 2 ** failures);
    if (!signal?.aborted) await wait(pause * (0.5 + Math.random() / 2), signal);
  }
}

/** Whether a connection broke, which `fetch` reports by these names, and perhaps by the classes of another realm. */
function isBreak(error: unknown): boolean {
  return ['TypeError', 'AbortError'].includes((error as Partial<Error> | undefined)?.name ?? '');
}

function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end, { once: true });
    function end() {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    }
  });
}
