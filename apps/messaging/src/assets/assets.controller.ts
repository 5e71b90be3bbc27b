import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { Deleted, InputOf } from '@chat/contracts';
import {
  createCtaUrl,
  createInteractiveList,
  deleteCtaUrl,
  deleteInteractiveList,
  listCtaUrls,
  listInteractiveLists,
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
  async createCtaUrl({ body }: InputOf<typeof createCtaUrl>): Promise<CtaUrlResult> {
    return { cta_url: await this.assets.createCtaUrl(body.account_id, body.cta_url) };
  }

  @Handles(listCtaUrls)
  async listCtaUrls({ body }: InputOf<typeof listCtaUrls>): Promise<CtaUrlList> {
    return { cta_urls: await this.assets.listCtaUrls(body.account_id) };
  }

  @Handles(deleteCtaUrl)
  async deleteCtaUrl({ body }: InputOf<typeof deleteCtaUrl>): Promise<Deleted> {
    return this.assets.delete(body.account_id, 'cta_url', body.id);
  }

  @Handles(createInteractiveList)
  async createInteractiveList({
    body,
  }: InputOf<typeof createInteractiveList>): Promise<InteractiveListResult> {
    const list = await this.assets.createInteractiveList(body.account_id, body.interactive_list);
    return { interactive_list: list };
  }

  @Handles(listInteractiveLists)
  async listInteractiveLists({ body }: InputOf<typeof listInteractiveLists>): Promise<InteractiveListList> {
    return { interactive_lists: await this.assets.listInteractiveLists(body.account_id) };
  }

  @Handles(deleteInteractiveList)
  async deleteInteractiveList({ body }: InputOf<typeof deleteInteractiveList>): Promise<Deleted> {
    return this.assets.delete(body.account_id, 'interactive_list', body.id);
  }
}
