import type { Template, TemplateToSend } from '@chat/contracts/templates';
import { headerFormats } from '@chat/contracts/templates';
import { toTimestamp } from '@chat/service-kit';
import { readShape, readVariables } from '../drafts/shape.rules';
import { sendBlockerOf } from './sendability.rules';
import { toTemplateId, type TemplateRow, type VisibleTemplate } from './template.row';

export function toTemplate(row: VisibleTemplate): Template {
  const shape = readShape(row);
  return {
    template_id: toTemplateId(row.id),
    provider_template_id: row.provider_template_id,
    chat_account_id: row.channel_id,
    name: row.name,
    language: row.language,
    category: row.category,
    header_format: shape.header_format,
    header_text: shape.header_text,
    body: shape.body,
    body_examples: shape.body_examples,
    footer: shape.footer,
    buttons: shape.buttons,
    add_security_recommendation: shape.add_security_recommendation,
    code_expiration_minutes: shape.code_expiration_minutes,
    status: row.status,
    provider_status: row.provider_status,
    rejection_reason: row.rejection_reason,
    quality_score: row.quality_score,
    sendable: sendBlockerOf(row, shape) === null,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}

export function toTemplateToSend(row: TemplateRow): TemplateToSend {
  const { header_format: shown } = readShape(row);
  return {
    template_id: toTemplateId(row.id),
    name: row.name,
    language: row.language,
    category: row.category,
    header_format: headerFormats.find((format) => format === shown) ?? 'NONE',
    ...readVariables(row),
    sample: row.sample,
  };
}
