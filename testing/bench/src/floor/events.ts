import { randomUUID } from 'node:crypto';
import type { ClientBase } from 'pg';

export interface FloorEvent {
  type: string;
  subject: string;
  data: object;
}

/** Writes an event in the transaction of the change. It is never published. */
export async function appendEvent(client: ClientBase, accountId: number, event: FloorEvent): Promise<void> {
  const id = randomUUID();
  const document = JSON.stringify({
    specversion: '1.0',
    id,
    source: '/services/floor',
    type: event.type,
    subject: event.subject,
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    accountid: String(accountId),
    data: event.data,
  });
  await client.query({
    name: 'append_event',
    text: 'INSERT INTO floor.outbox (account_id, event_id, subject, document) VALUES ($1, $2, $3, $4)',
    values: [accountId, id, `evt.floor.${event.type}`, document],
  });
}
