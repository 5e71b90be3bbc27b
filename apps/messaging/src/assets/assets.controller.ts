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
  async createCtaUrl(
    { body }: InputOf<typeof createCtaUrl>,
    { account }: RequestContext,
  ): Promise<CtaUrlResult> {
    return { cta_url: await this.assets.createCtaUrl(account.id, body) };
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
    { account }: RequestContext,
  ): Promise<CtaUrlResult> {
    return { cta_url: await this.assets.updateCtaUrl(account.id, params.id, body) };
  }

  @Handles(deleteCtaUrl)
  async deleteCtaUrl(
    { params }: InputOf<typeof deleteCtaUrl>,
    { account }: RequestContext,
  ): Promise<Deleted> {
    return this.assets.delete(account.id, 'cta_url', params.id);
  }

  @Handles(createInteractiveList)
  async createInteractiveList(
    { body }: InputOf<typeof createInteractiveList>,
    { account }: RequestContext,
  ): Promise<InteractiveListResult> {
    return { interactive_list: await this.assets.createInteractiveList(account.id, body) };
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
    { account }: RequestContext,
  ): Promise<InteractiveListResult> {
    return { interactive_list: await this.assets.updateInteractiveList(account.id, params.id, body) };
  }

  @Handles(deleteInteractiveList)
  async deleteInteractiveList(
    { params }: InputOf<typeof deleteInteractiveList>,
    { account }: RequestContext,
  ): Promise<Deleted> {
    return this.assets.delete(account.id, 'interactive_list', params.id);
  }
}
