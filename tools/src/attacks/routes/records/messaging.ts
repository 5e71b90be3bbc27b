import type { SentMessage } from '@chat/contracts/messaging';
import type { Tenant } from '../../world/tenant';
import { channel } from './channels';
import { UNKNOWN_ID, type RecordKind, type ServiceRows } from './record-kind';

async function send(tenant: Tenant): Promise<SentMessage> {
  return tenant.post<SentMessage>('/v1/messages', await textToSomebody(tenant));
}

async function textToSomebody(tenant: Tenant): Promise<object> {
  return {
    chat_account_id: await tenant.own(channel),
    mobile_code: '1',
    mobile: tenant.number().slice(1),
    message: tenant.text(),
  };
}

const message: RecordKind = {
  name: 'message',
  paths: ['/v1/messages/{id}'],
  members: ['message_id'],
  make: async (tenant) => (await send(tenant)).message_id,
  unknown: UNKNOWN_ID,
};

const conversation: RecordKind = {
  name: 'conversation',
  paths: ['/v1/conversations/{id}'],
  members: ['conversation_id'],
  make: async (tenant) => (await send(tenant)).conversation_id,
  unknown: UNKNOWN_ID,
};

export const messaging: ServiceRows = {
  kinds: [message, conversation],
  examples: { 'POST /v1/messages': { body: textToSomebody } },
};
