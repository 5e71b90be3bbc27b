import { randomUUID } from 'node:crypto';
import type { Template } from '@chat/contracts/templates';
import type { ApiClient } from './api-client';
import { until } from './until';

/** Makes a template, by JSON or a form, and waits until the sandbox's provider has approved it. */
export async function approvedTemplate(client: ApiClient, draft: object): Promise<Template> {
  const headers = { 'idempotency-key': randomUUID() };
  const { template } = (await client.post<{ template: Template }>('/v1/templates', draft, { headers })).data;
  const path = `/v1/templates/${template.template_id}`;
  const approved = async () => {
    const read = (await client.get<{ template: Template }>(path)).data.template;
    return read.status === 'APPROVED' && read;
  };
  return until(approved, { describe: `the template ${template.name} to be approved` });
}
