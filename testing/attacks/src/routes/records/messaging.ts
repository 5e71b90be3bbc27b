import {
  createAccountCtaUrl,
  CreateCtaUrl,
  createAccountInteractiveList,
  CreateInteractiveList,
  type SentMessage,
  type UploadedMediaRef,
} from '@chat/contracts/messaging';
import { systemContext } from '@chat/service-kit';
import { formOf, picture } from '../../http/form';
import { sampleObject } from '../sample-values';
import type { Tenant } from '../../world/tenant';
import { channel } from './channels';
import { UNKNOWN_ID, type RecordKind, type ServiceRows } from '../../world/record-kind';

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
  members: ['message_id', 'reply_to'],
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

const ctaUrl: RecordKind = {
  name: 'CTA URL',
  paths: ['/v1/cta-urls/{id}'],
  members: ['cta_url_id'],
  make: async (tenant) => {
    const body = sampleObject(CreateCtaUrl, tenant) as unknown as CreateCtaUrl;
    const { accountId, admin } = tenant;
    const input = { body: { ...body, account_id: accountId } };
    return (await admin.bus.request(createAccountCtaUrl, systemContext(accountId), input)).cta_url.id;
  },
  unknown: UNKNOWN_ID,
};

const interactiveList: RecordKind = {
  name: 'interactive list',
  paths: ['/v1/interactive-lists/{id}'],
  members: ['interactive_list_id'],
  make: async (tenant) => {
    const body = sampleObject(CreateInteractiveList, tenant) as unknown as CreateInteractiveList;
    const { accountId, admin } = tenant;
    const input = { body: { ...body, account_id: accountId } };
    const made = await admin.bus.request(createAccountInteractiveList, systemContext(accountId), input);
    return made.interactive_list.id;
  },
  unknown: UNKNOWN_ID,
};

const media: RecordKind = {
  name: 'uploaded file',
  members: ['image_id', 'document_id', 'video_id', 'audio_id', 'sticker_id', 'header_media_id'],
  make: async (tenant) => {
    const { body, type } = formOf({}, [picture('file')]);
    return (await tenant.postForm<UploadedMediaRef>('/v1/media', body, type)).media_id;
  },
  unknown: 'med_AAAAAAAAAAAAAAAAAAAAAA',
};

export const messaging: ServiceRows = {
  kinds: [media, message, conversation, ctaUrl, interactiveList],
  examples: {
    'POST /v1/messages': {
      body: async (tenant) => ({ ...(await receiver(tenant)), message: tenant.text() }),
      bodyForFile: receiver,
    },
    'POST /v1/media': { form: () => formOf({}, [picture('file')]) },
  },
};
