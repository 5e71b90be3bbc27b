import { Controller } from '@nestjs/common';
import { Handles, Reply } from '@chat/bus';
import type { Deleted, InputOf, RequestContext } from '@chat/contracts';
import {
  createCtaUrl,
  createInteractiveList,
  deleteCtaUrl,
  deleteInteractiveList,
  listCtaUrls,
  listInteractiveLists,
  updateCtaUrl,
  updateInteractiveList,
  type CtaUrlList,
  type CtaUrlResult,
  type InteractiveListList,
  type InteractiveListResult,
} from '@chat/contracts/messaging';
import { AssetsService } from './assets.service';

@Controller()
export class AssetsController {
  constructor(private readonly assets: AssetsService) {}

  @Handles(createCtaUrl)
  async createCtaUrl({ body }: InputOf<typeof createCtaUrl>, context: RequestContext): Promise<CtaUrlResult> {
    return { cta_url: await this.assets.createCtaUrl(context.account.id, body, context) };
  }

  @Handles(listCtaUrls)
  async listCtaUrls(
    { query }: InputOf<typeof listCtaUrls>,
    { account }: RequestContext,
  ): Promise<Reply<CtaUrlList>> {
    const { assets, pagination } = await this.assets.pageOfCtaUrls(account.id, query);
    return new Reply({ cta_urls: assets }, { pagination });
  }

  @Handles(updateCtaUrl)
  async updateCtaUrl(
    { params, body }: InputOf<typeof updateCtaUrl>,
    context: RequestContext,
  ): Promise<CtaUrlResult> {
    return { cta_url: await this.assets.updateCtaUrl(params.id, body, context) };
  }

  @Handles(deleteCtaUrl)
  async deleteCtaUrl({ params }: InputOf<typeof deleteCtaUrl>, context: RequestContext): Promise<Deleted> {
    return this.assets.delete(context.account.id, 'cta_url', params.id, context);
  }

  @Handles(createInteractiveList)
  async createInteractiveList(
    { body }: InputOf<typeof createInteractiveList>,
    context: RequestContext,
  ): Promise<InteractiveListResult> {
    return { interactive_list: await this.assets.createInteractiveList(context.account.id, body, context) };
  }

  @Handles(listInteractiveLists)
  async listInteractiveLists(
    { query }: InputOf<typeof listInteractiveLists>,
    { account }: RequestContext,
  ): Promise<Reply<InteractiveListList>> {
    const { assets, pagination } = await this.assets.pageOfInteractiveLists(account.id, query);
    return new Reply({ interactive_lists: assets }, { pagination });
  }

  @Handles(updateInteractiveList)
  async updateInteractiveList(
    { params, body }: InputOf<typeof updateInteractiveList>,
    context: RequestContext,
  ): Promise<InteractiveListResult> {
    return { interactive_list: await this.assets.updateInteractiveList(params.id, body, context) };
  }

  @Handles(deleteInteractiveList)
  async deleteInteractiveList(
    { params }: InputOf<typeof deleteInteractiveList>,
    context: RequestContext,
  ): Promise<Deleted> {
    return this.assets.delete(context.account.id, 'interactive_list', params.id, context);
  }
}
