import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { Empty, InputOf, RequestContext } from '@chat/contracts';
import {
  deleteProviderTemplate,
  editProviderTemplate,
  getNumber,
  listProviderTemplates,
  submitProviderTemplate,
  uploadTemplateSample,
  type NumberAccount,
  type ProviderTemplatePage,
  type SampleHandle,
  type SubmittedTemplate,
} from '@chat/contracts/cloud-connector';
import { ProviderTemplatesService } from './provider-templates.service';

@Controller()
export class ProviderTemplatesController {
  constructor(private readonly templates: ProviderTemplatesService) {}

  @Handles(getNumber)
  async account({ body }: InputOf<typeof getNumber>, { account }: RequestContext): Promise<NumberAccount> {
    return this.templates.account(account.id, body.channel_id);
  }

  @Handles(uploadTemplateSample)
  async uploadSample(
    { body }: InputOf<typeof uploadTemplateSample>,
    { account }: RequestContext,
  ): Promise<SampleHandle> {
    return this.templates.uploadSample(account.id, body);
  }

  @Handles(submitProviderTemplate)
  async submit(
    { body }: InputOf<typeof submitProviderTemplate>,
    { account }: RequestContext,
  ): Promise<SubmittedTemplate> {
    return this.templates.submit(account.id, body);
  }

  @Handles(editProviderTemplate)
  async edit({ body }: InputOf<typeof editProviderTemplate>, { account }: RequestContext): Promise<Empty> {
    await this.templates.edit(account.id, body);
    return {};
  }

  @Handles(deleteProviderTemplate)
  async delete(
    { body }: InputOf<typeof deleteProviderTemplate>,
    { account }: RequestContext,
  ): Promise<Empty> {
    await this.templates.delete(account.id, body);
    return {};
  }

  @Handles(listProviderTemplates)
  async list(
    { body }: InputOf<typeof listProviderTemplates>,
    { account }: RequestContext,
  ): Promise<ProviderTemplatePage> {
    return this.templates.list(account.id, body);
  }
}
