import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { Deleted, InputOf, RequestContext } from '@chat/contracts';
import {
  createAccountCtaUrl,
  createAccountInteractiveList,
  deleteAccountCtaUrl,
  deleteAccountInteractiveList,
  listAccountCtaUrls,
  listAccountInteractiveLists,
  type CtaUrlList,
  type CtaUrlResult,
  type InteractiveListList,
  type InteractiveListResult,
} from '@chat/contracts/messaging';
import { AssetsService } from './assets.service';

/** Assets of any account, for the admin tool. */
@Controller()
export class AccountAssetsController {
  constructor(private readonly assets: AssetsService) {}

  @Handles(createAccountCtaUrl)
  async createCtaUrl(
    { body }: InputOf<typeof createAccountCtaUrl>,
    context: RequestContext,
  ): Promise<CtaUrlResult> {
    return { cta_url: await this.assets.createCtaUrl(body.account_id, body.cta_url, context) };
  }

  @Handles(listAccountCtaUrls)
  async listCtaUrls({ body }: InputOf<typeof listAccountCtaUrls>): Promise<CtaUrlList> {
    return { cta_urls: await this.assets.listCtaUrls(body.account_id) };
  }

  @Handles(deleteAccountCtaUrl)
  async deleteCtaUrl(
    { body }: InputOf<typeof deleteAccountCtaUrl>,
    context: RequestContext,
  ): Promise<Deleted> {
    return this.assets.delete(body.account_id, 'cta_url', body.id, context);
  }

  @Handles(createAccountInteractiveList)
  async createInteractiveList(
    { body }: InputOf<typeof createAccountInteractiveList>,
    context: RequestContext,
  ): Promise<InteractiveListResult> {
    const { account_id, interactive_list } = body;
    const list = await this.assets.createInteractiveList(account_id, interactive_list, context);
    return { interactive_list: list };
  }

  @Handles(listAccountInteractiveLists)
  async listInteractiveLists({
    body,
  }: InputOf<typeof listAccountInteractiveLists>): Promise<InteractiveListList> {
    return { interactive_lists: await this.assets.listInteractiveLists(body.account_id) };
  }

  @Handles(deleteAccountInteractiveList)
  async deleteInteractiveList(
    { body }: InputOf<typeof deleteAccountInteractiveList>,
    context: RequestContext,
  ): Promise<Deleted> {
    return this.assets.delete(body.account_id, 'interactive_list', body.id, context);
  }
}
