import type { SentMessage } from '@chat/contracts/messaging';
import { formOf, picture } from '../../http/form';
import type { Tenant } from '../../world/tenant';
import { channel } from './channels';
import { UNKNOWN_ID, type RecordKind, type ServiceRows } from './record-kind';

/** A picture with a caption, so that there is something to download too. */
async function sendPicture(tenant: Tenant): Promise<SentMessage> {
  const { body, type } = formOf({ ...(await receiver(tenant)), message: tenant.text() }, [picture('image')]);
  return tenant.postForm<SentMessage>('/v1/messages', body, type);
}

async function receiver(tenant: Tenant): Promise<Record<string, unknown>> {
  return { chat_account_id: await tenant.own(channel), mobile_code: '1', mobile: tenant.number().slice(1) };
}

const message: RecordKind = {
  name: 'message',
  paths: ['/v1/messages/{id}'],
  members: ['message_id'],
  make: async (tenant) => (await sendPicture(tenant)).message_id,
  unknown: UNKNOWN_ID,
};

const conversation: RecordKind = {
  name: 'conversation',
  paths: ['/v1/conversations/{id}'],
  members: ['conversation_id'],
  make: async (tenant) => (await sendPicture(tenant)).conversation_id,
  unknown: UNKNOWN_ID,
};

/** Nobody can make one of these yet, so the one that is asked for is as unknown as any. */
const asset: RecordKind = {
  name: 'asset',
  members: ['cta_url_id', 'interactive_list_id'],
  make: () => Promise.resolve(1),
  unknown: UNKNOWN_ID,
};

export const messaging: ServiceRows = {
  kinds: [message, conversation, asset],
  examples: {
    'POST /v1/messages': {
      body: async (tenant) => ({ ...(await receiver(tenant)), message: tenant.text() }),
      bodyForFile: receiver,
    },
  },
};
