import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { ChatApi } from '@chat/client';
import { EventStreamReader, type Credential } from '@chat/test-kit';
import type { Ledger } from './ledger';

const LOOK_MS = 20;
const PAUSE_MS = 100;

/** The headers of an API key. */
export function headersOf({ clientId, clientSecret }: Credential): Record<string, string> {
  return { 'client-id': clientId, 'client-secret': clientSecret };
}

/** Reads with `fetch`, and resumes at the next gateway after every break. */
export async function readWithFetch(
  ledger: Ledger,
  credential: Credential,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  let lastEventId: string | undefined;
  for (let turn = 0; !signal.aborted; turn += 1) {
    const from = { lastEventId };
    const url = urls[turn % urls.length]!;
    const reader = await EventStreamReader.open(url, headersOf(credential), from).catch(() => null);
    let seen = 0;
    const take = () => {
      const fresh = reader!.frames.slice(seen);
      seen += fresh.length;
      for (const { event, data } of fresh) if (event && data) ledger.note(data);
    };
    while (reader && !reader.hasEnded && !signal.aborted) {
      take();
      await delay(LOOK_MS);
    }
    if (reader) take();
    lastEventId = reader?.lastId ?? lastEventId;
    reader?.close();
    await delay(PAUSE_MS);
  }
}

/** Reads with the client, in Node. */
export async function readWithClient(
  ledger: Ledger,
  credential: Credential,
  baseUrl: string,
  signal: AbortSignal,
): Promise<void> {
  const chat = new ChatApi({ ...credential, baseUrl });
  for await (const told of chat.streamEvents({ signal, longestPauseMs: 1_000 })) ledger.note(told);
}

/**
 * Reads with the `EventSource` of a page where somebody is signed in. The browser resumes by itself what was cut; it gives
 * up when it is answered anything but 200, and then the page begins again after the last id.
 */
export async function readWithEventSource(ledger: Ledger, page: Page): Promise<void> {
  await page.exposeFunction('note', (text: string) =>
    ledger.note(JSON.parse(text) as Parameters<Ledger['note']>[0]),
  );
  await page.evaluate((pauseMs) => {
    const { note } = globalThis as unknown as { note: (text: string) => void };
    let cursor = '';
    const open = () => {
      const source = new EventSource(`/console/api/events/stream?cursor=${cursor}`);
      for (const type of ['hello', 'reset', 'contact.created'])
        source.addEventListener(type, (event) => {
          const { data, lastEventId } = event as unknown as { data: string; lastEventId: string };
          cursor = lastEventId;
          note(data);
        });
      source.onerror = () => {
        if (source.readyState === EventSource.CLOSED) setTimeout(open, pauseMs);
      };
    };
    open();
  }, PAUSE_MS);
}
