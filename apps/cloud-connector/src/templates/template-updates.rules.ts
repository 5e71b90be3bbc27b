import type { CallbackField } from '@chat/contracts/cloud-connector';
import { textOf, type Change } from '../envelopes/envelope.rules';
import { meaningOf } from '../provider/error-table.rules';
import type { ProviderErrorBody } from '../provider/provider-error';

/** A change of a template, as reported by the provider. */
export interface TemplateUpdate {
  wabaId: string;
  providerTemplateId: string | null;
  name: string;
  language: string;
  kind: 'status' | 'category' | 'missing';
  value: string | null;
  reason: string | null;
  at: Date;
}

/** Returns the update in a change of a callback; null if there is none, or it names no template. */
export function readTemplateUpdate({ wabaId, field, value, at }: Change, now: Date): TemplateUpdate | null {
  const kind = kinds.get(field);
  const name = textOf(value.message_template_name);
  const language = textOf(value.message_template_language);
  const said = textOf(kind === 'category' ? value.new_category : value.event);
  if (!kind || !wabaId || !name || !language || !said) return null;
  const id = value.message_template_id;
  return {
    wabaId,
    // A JSON number may have lost its last digits.
    providerTemplateId: typeof id === 'string' || Number.isSafeInteger(id) ? String(id) : null,
    name,
    language,
    kind,
    value: said,
    reason: textOf(value.reason) || null,
    at: at ?? now,
  };
}

/** Returns what a refused send implies for its template; null if nothing. */
export function updateOfRefusal(
  wabaId: string,
  template: object,
  error: ProviderErrorBody,
  now: Date,
): TemplateUpdate | null {
  const { name, language } = template as { name?: unknown; language?: { code?: unknown } };
  const said = refusals.get(meaningOf(error).reason ?? '');
  if (!said) return null;
  return {
    ...said,
    wabaId,
    providerTemplateId: null,
    name: textOf(name),
    language: textOf(language?.code),
    reason: null,
    at: now,
  };
}

const kinds: ReadonlyMap<string, 'status' | 'category'> = new Map<CallbackField, 'status' | 'category'>([
  ['message_template_status_update', 'status'],
  ['template_category_update', 'category'],
]);

const refusals: ReadonlyMap<string, Pick<TemplateUpdate, 'kind' | 'value'>> = new Map([
  ['template_not_approved', { kind: 'missing', value: null }],
  ['template_paused', { kind: 'status', value: 'PAUSED' }],
  ['template_disabled', { kind: 'status', value: 'DISABLED' }],
]);
