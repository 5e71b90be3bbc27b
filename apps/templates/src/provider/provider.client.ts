import { Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import type { RequestContext, StoredFile } from '@chat/contracts';
import {
  deleteProviderTemplate,
  editProviderTemplate,
  listProviderTemplates,
  submitProviderTemplate,
  uploadTemplateSample,
  type EditTemplate,
  type ProviderTemplate,
  type ProviderTemplatePage,
  type SubmittedTemplate,
  type SubmitTemplate,
} from '@chat/contracts/cloud-connector';
import { AppError } from '@chat/errors';
import { statusOf } from '../drafts/status.rules';

/** The outcome of a request to the provider. */
export type ProviderOutcome<T> =
  | { kind: 'done'; result: T }
  /** The provider did nothing and gave a reason. */
  | { kind: 'refused'; error: AppError }
  /** It is unknown whether the provider did it. */
  | { kind: 'unknown'; error: AppError };

/** Client of the provider, through the connector that has the tokens. */
@Injectable()
export class ProviderTemplatesClient {
  constructor(private readonly bus: BusClient) {}

  /** @returns the provider's handle for the sample. */
  async upload(channelId: number, file: StoredFile, context: RequestContext): Promise<string> {
    const body = { channel_id: channelId, file };
    return (await this.bus.request(uploadTemplateSample, context, { body })).handle;
  }

  submit(body: SubmitTemplate, context: RequestContext): Promise<ProviderOutcome<SubmittedTemplate>> {
    return outcomeOf(this.bus.request(submitProviderTemplate, context, { body }));
  }

  edit(body: EditTemplate, context: RequestContext): Promise<ProviderOutcome<object>> {
    return outcomeOf(this.bus.request(editProviderTemplate, context, { body }));
  }

  delete(
    { channelId, providerTemplateId, name }: { channelId: number; providerTemplateId: string; name: string },
    context: RequestContext,
  ): Promise<ProviderOutcome<object>> {
    const body = { channel_id: channelId, provider_template_id: providerTemplateId, name };
    return outcomeOf(this.bus.request(deleteProviderTemplate, context, { body }));
  }

  page(channelId: number, after: string | null, context: RequestContext): Promise<ProviderTemplatePage> {
    const body = { channel_id: channelId, ...(after !== null && { after }) };
    return this.bus.request(listProviderTemplates, context, { body });
  }

  /** Returns the template with this name and language, if the provider has it. */
  async find(
    channelId: number,
    { name, language }: { name: string; language: string },
    context: RequestContext,
  ): Promise<ProviderTemplate | null> {
    let after: string | null = null;
    do {
      const body = { channel_id: channelId, name, ...(after !== null && { after }) };
      const page: ProviderTemplatePage = await this.bus.request(listProviderTemplates, context, { body });
      const found = page.templates.find(
        (one) => one.name === name && one.language === language && statusOf(one.status) !== 'DELETED',
      );
      if (found) return found;
      ({ after } = page);
    } while (after !== null);
    return null;
  }
}

async function outcomeOf<T>(request: Promise<T>): Promise<ProviderOutcome<T>> {
  try {
    return { kind: 'done', result: await request };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const isAmbiguous = error.code === 'provider_outcome_unknown' || error.code === 'server_error';
    return isAmbiguous ? { kind: 'unknown', error: unknownOutcome(error) } : { kind: 'refused', error };
  }
}

/** Returns the error for a request whose outcome is unknown. */
export function unknownOutcome(cause?: unknown): AppError {
  return new AppError(
    'provider_outcome_unknown',
    {
      message:
        'It is not known whether the provider did it. Repeat the request with the same Idempotency-Key to learn ' +
        'what became of it.',
    },
    { cause },
  );
}
