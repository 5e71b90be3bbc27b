import type { CallbackField } from '@chat/contracts/cloud-connector';
import { textOf, type Change } from '../envelopes/envelope.rules';
import { classifyError } from '../provider/error-table.rules';
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
  const reading = readings.get(field);
  const name = textOf(value.message_template_name);
  const language = textOf(value.message_template_language);
  if (!reading || !wabaId || !name || !language) return null;
  const said = reading.saidIn(value);
  if (!said) return null;
  const id = value.message_template_id;
  return {
    wabaId,
    // A JSON number may have lost its last digits.
    providerTemplateId: (typeof id === 'string' || Number.isSafeInteger(id) ? textOf(id) : '') || null,
    name,
    language,
    kind: reading.kind,
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
  const said = isAboutParameters(error)
    ? ({ kind: 'missing', value: 'parameters' } as const)
    : refusals.get(classifyError(error).reason ?? '');
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

interface Reading {
  kind: TemplateUpdate['kind'];
  /** Empty if the callback does not say it. */
  saidIn: (value: Record<string, unknown>) => string;
}

const readings: ReadonlyMap<string, Reading> = new Map<CallbackField, Reading>([
  ['message_template_status_update', { kind: 'status', saidIn: ({ event }) => textOf(event) }],
  ['template_category_update', { kind: 'category', saidIn: (value) => textOf(value.new_category) }],
  // The callback shows only a part of the components, and callbacks may overtake each other.
  ['message_template_components_update', { kind: 'missing', saidIn: () => 'content' }],
  ['message_template_quality_update', { kind: 'missing', saidIn: () => 'quality' }],
]);

const refusals: ReadonlyMap<string, Pick<TemplateUpdate, 'kind' | 'value'>> = new Map([
  ['template_not_approved', { kind: 'missing', value: null }],
  ['template_paused', { kind: 'status', value: 'PAUSED' }],
  ['template_disabled', { kind: 'status', value: 'DISABLED' }],
]);

/** Whether the template may take other parameters than when it was read. */
function isAboutParameters({ code, details }: ProviderErrorBody): boolean {
  return parameterRefusals.has(code) || (code === 100 && details === 'Parameter name is missing or empty');
}

/** For the count, the length, the policy or the format of parameters. */
const parameterRefusals: ReadonlySet<ProviderErrorBody['code']> = new Set([
  132000, 132005, 132008, 132012, 132018,
]);
