import type { EventType } from '@chat/contracts';
import { openApiDocument } from '@chat/contracts/openapi';
import type { ContactEventData } from '@chat/contracts/crm';
import type { MessageEventData } from '@chat/contracts/messaging';
import { someContact, someMessage } from '@chat/test-kit';

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

export function contactData(id: number): ContactEventData {
  return { contact: someContact({ id }) };
}
