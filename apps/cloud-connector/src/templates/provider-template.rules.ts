import type { ProviderTemplate, ProviderTemplatePage } from '@chat/contracts/cloud-connector';
import { isObject, nextCursor } from '../provider/answer.rules';

/** Parses a page of templates. Entries without id, name or language are skipped. */
export function readTemplatePage({ data, paging }: Record<string, unknown>): ProviderTemplatePage {
  const templates = Array.isArray(data) ? (data as unknown[]).filter(isObject).flatMap(readTemplate) : [];
  return { templates, after: nextCursor(paging) };
}

function readTemplate(template: Record<string, unknown>): ProviderTemplate[] {
  const { id, name, language, status, category, components } = template;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof language !== 'string') return [];
  const { parameter_format: format, rejected_reason: reason, quality_score: quality } = template;
  return [
    {
      id,
      name,
      language,
      status: textOf(status) ?? '',
      category: textOf(category) ?? '',
      parameter_format: textOf(format) ?? 'POSITIONAL',
      rejected_reason: textOf(reason),
      quality_score: isObject(quality) ? textOf(quality.score) : null,
      components: Array.isArray(components) ? (components as unknown[]).filter(isObject) : [],
    },
  ];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
