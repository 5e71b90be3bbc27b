import { formOf, type Form } from '../http/form';
import { channel } from '../routes/records/channels';
import { UNKNOWN_ID, type RecordKind } from '../world/record-kind';
import type { Tenant } from '../world/tenant';

/** To whom a message goes: always somebody new. */
export async function receiver(tenant: Tenant): Promise<Record<string, unknown>> {
  return { chat_account_id: await tenant.own(channel), mobile_code: '1', mobile: tenant.number().slice(1) };
}

/** A message with a document. */
export async function documentForm(tenant: Tenant, bytes: Buffer): Promise<Form> {
  const file = { name: 'document', filename: 'file.bin', type: 'application/octet-stream', bytes };
  return formOf(await receiver(tenant), [file]);
}

/** A document that was sent: the path of its download. */
export function sentDocument(bytes: Buffer): RecordKind {
  return {
    name: 'sent document',
    make: async (tenant) => {
      const { body, type } = await documentForm(tenant, bytes);
      const { message_id } = await tenant.postForm<{ message_id: number }>('/v1/messages', body, type);
      return `/v1/messages/${message_id}/media`;
    },
    unknown: `/v1/messages/${UNKNOWN_ID}/media`,
  };
}
