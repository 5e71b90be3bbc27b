import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { mayUse, type Access, type NodeRoute } from '../graph/access';
import { VERSION_PREFIX } from '../graph/graph-api';
import { unknownObject } from '../graph/graph-error';
import { addressOf, originOf, pageOf } from '../graph/pages';
import { readParams, selectFields } from '../graph/read-params';
import { newTemplate, templateEdit } from './template.schema';
import { toTemplateView } from './templates.mapper';
import type { TemplateRow, TemplatesRepository } from './templates.repository';
import type { TemplatesService } from './templates.service';

/** A single word, or several as a JSON list. */
const words = z.string().transform((text) => {
  try {
    return [JSON.parse(text) as unknown].flat().map(String);
  } catch {
    return [text];
  }
});
const filters = z.object({
  name: z.string().optional(),
  name_or_content: z.string().optional(),
  status: words.optional(),
  category: words.optional(),
  language: words.optional(),
  fields: z.string().optional(),
});
const removal = z.object({ name: z.string(), hsm_id: z.string().optional() });

export interface TemplateParts {
  access: Access;
  templates: TemplatesRepository;
  service: TemplatesService;
}

export function templateRoutes(graph: FastifyInstance, { access, templates, service }: TemplateParts): void {
  const path = `${VERSION_PREFIX}/:node/message_templates`;
  graph.post<NodeRoute>(path, async (request) => {
    const account = await access.account(request);
    const template = readParams(newTemplate, request.body);
    return { id: await service.create(account.id, template), status: 'PENDING', category: template.category };
  });

  graph.get<NodeRoute>(path, async (request) => {
    const account = await access.account(request);
    const wanted = readParams(filters, request.query);
    const rows = (await templates.list(account.id)).filter((row) => matches(row, wanted));
    const origin = originOf(request);
    const views = rows.map(
      (row) => selectFields(toTemplateView(row, origin), wanted.fields) as { id: string },
    );
    return pageOf(views, request.query, addressOf(request));
  });

  graph.delete<NodeRoute>(path, async (request) => {
    const account = await access.account(request);
    const params = { ...(request.query as object), ...(request.body as object | undefined) };
    const { name, hsm_id: id } = readParams(removal, params);
    await service.remove(account.id, name, id ?? null);
    return { success: true };
  });
}

export async function describeTemplate(
  parts: TemplateParts,
  request: FastifyRequest<NodeRoute>,
): Promise<object> {
  const { fields } = request.query as Record<string, unknown>;
  return selectFields(toTemplateView(await templateOf(parts, request), originOf(request)), fields);
}

export async function editTemplate(
  parts: TemplateParts,
  request: FastifyRequest<NodeRoute>,
): Promise<object> {
  const row = await templateOf(parts, request);
  await parts.service.edit(row, readParams(templateEdit, request.body));
  return { success: true };
}

async function templateOf(
  { access, templates }: TemplateParts,
  request: FastifyRequest<NodeRoute>,
): Promise<TemplateRow> {
  const caller = await access.caller(request);
  const row = await templates.find(request.params.node);
  if (!row || !mayUse(caller, row.account_id)) throw unknownObject(request.method, request.params.node);
  return row;
}

function matches(row: TemplateRow, wanted: z.infer<typeof filters>): boolean {
  const { name, name_or_content: content, status, category, language } = wanted;
  return (
    (name === undefined || row.name === name) &&
    (content === undefined || `${row.name} ${JSON.stringify(row.components)}`.includes(content)) &&
    isAmong(row.status, status) &&
    isAmong(row.category, category) &&
    isAmong(row.language, language)
  );
}

function isAmong(value: string, wanted: string[] | undefined): boolean {
  return wanted === undefined || wanted.some((word) => word.toUpperCase() === value.toUpperCase());
}
