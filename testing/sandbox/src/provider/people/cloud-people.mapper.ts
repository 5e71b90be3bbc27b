import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import type { CloudMessageRow } from '../messages/cloud-messages.repository';

type Json = Record<string, unknown>;

/** Converts a message of a Cloud number to the form in which the person's phone shows it. */
export function toPhoneMessage(row: CloudMessageRow): { sent_at: string } & Json {
  const { type } = row.content;
  const member = (row.content[type] ?? {}) as Json;
  const isOutgoing = row.direction !== 'in';
  return {
    chat_message_id: row.wamid,
    from: isOutgoing ? row.digits : row.wa_id,
    to: isOutgoing ? row.wa_id : row.digits,
    type,
    text: textOf(row.content),
    caption: member['caption'] ?? null,
    media: mediaOf(row, member),
    location: type === 'location' ? member : null,
    contacts: type === 'contacts' ? member : null,
    reaction: type === 'reaction' ? member : null,
    interactive: type === 'interactive' ? member : null,
    template: type === 'template' ? { ...templateOf(member), shown: row.content['shown'] ?? null } : null,
    order: type === 'order' ? member : null,
    reply_to: (row.content['context'] as Json | undefined)?.['message_id'] ?? null,
    link_preview: type === 'text' ? member['preview_url'] === true : null,
    sent_at: toTimestamp(row.sent_at),
    read_at: toNullableTimestamp(row.read_at),
  };
}

/** Converts a row of the ledger. */
export function toCloudSend(row: CloudMessageRow): { accepted_at: string } & Json {
  return {
    reference: row.reference,
    chat_message_id: row.wamid,
    from: row.digits,
    to: row.wa_id,
    type: row.content.type,
    text: textOf(row.content),
    accepted_at: toTimestamp(row.sent_at),
  };
}

function textOf({ type, ...members }: CloudMessageRow['content']): string | null {
  const member = (members[type] ?? {}) as Json;
  const text =
    type === 'text' ? member['body'] : type === 'interactive' ? (member['body'] as Json)?.['text'] : null;
  return typeof text === 'string' ? text : null;
}

function mediaOf(row: CloudMessageRow, member: Json): object | null {
  if (row.media_id === null || row.mime_type === null) return null;
  return {
    mime_type: row.mime_type,
    filename: member['filename'] ?? row.filename,
    size: Number(row.size),
    sha256: row.sha256,
    ptt: member['voice'] === true,
  };
}

function templateOf({ name, language, components }: Json): object {
  return { name, language: (language as { code?: string } | undefined)?.code, components: components ?? [] };
}
