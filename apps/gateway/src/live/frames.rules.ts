import type { CloudEvent } from '@chat/contracts';
import type { HintedResource } from '@chat/contracts/gateway';
import { webhookBody } from '@chat/contracts/webhooks';

/** How long a client waits before it connects again, in milliseconds. */
const RETRY_MS = 1_000;

/** The first frame, so that a stream that is cut before its first event can be resumed, too. */
export function helloFrame(id: string): string {
  return `retry: ${RETRY_MS}\nid: ${id}\nevent: hello\ndata: {"type":"hello"}\n\n`;
}

/** What is between the client's place and this one cannot be replayed. */
export function resetFrame(id: string): string {
  return `id: ${id}\nevent: reset\ndata: {"type":"reset"}\n\n`;
}

/** A hint, which is not replayed. */
export function changedFrame(resource: HintedResource): string {
  return `event: changed\ndata: {"type":"changed","resource":"${resource}"}\n\n`;
}

/** Keeps proxies from closing a quiet connection, and moves the client's place without an event. */
export function heartbeatFrame(id: string): string {
  return `: \nid: ${id}\n\n`;
}

/** @param id the cursor of the event's place. */
export function eventFrame(id: string, event: Pick<CloudEvent, 'id' | 'type' | 'time' | 'data'>): string {
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify({ id: event.id, ...webhookBody(event) })}\n\n`;
}
