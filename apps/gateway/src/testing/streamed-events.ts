import type { EventType } from '@chat/contracts';
import { openApiDocument } from '@chat/contracts/openapi';
import type { ContactEventData } from '@chat/contracts/crm';
import type { MessageEventData } from '@chat/contracts/messaging';
import { someMessage } from '@chat/test-kit';

type Examples = {
  requestBody: { content: { 'application/json': { examples: Record<string, { value: { data: object } }> } } };
};

const { webhooks } = openApiDocument() as unknown as { webhooks: Record<string, { post: Examples }> };

/** The data of an event that is delivered to webhooks, as its documentation shows it. */
export function exampleData<T extends object>({ type }: EventType<T>): T {
  const [example] = Object.values(webhooks[type]!.post.requestBody.content['application/json'].examples);
  return example!.value.data as T;
}

export function messageData(changes: Partial<MessageEventData['message']> = {}): MessageEventData {
  const message = { ...someMessage, ...changes };
  return { message, contact: message.contact, conversation_id: message.conversation_id };
}

const AT = '2026-01-31T10:20:30.000+00:00';

export function contactData(id: number): ContactEventData {
  const name = { firstname: 'Ana', lastname: null, mobile_code: '55', mobile: '11987654321' };
  const times = { created_at: AT, updated_at: AT };
  return { contact: { id, ...name, phone: '5511987654321', marketing_opted_out: false, ...times } };
}
