import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { ContentOf } from '@chat/contracts/connector';
import type { Deleted } from '@chat/contracts';
import type {
  CtaUrl,
  CtaUrlSettings,
  InteractiveList,
  InteractiveListSettings,
} from '@chat/contracts/messaging';
import { AppError } from '@chat/errors';
import { toCtaUrl, toInteractive, toInteractiveList } from './asset.mapper';
import type { AssetContents, AssetKind, AssetRow } from './asset.row';
import { problemsOfCtaUrl, problemsOfList } from './asset.rules';
import { AssetsRepository } from './assets.repository';

/** Limited because lists return all of them. */
const MAX_ASSETS_OF_A_KIND = 200;

/** Interactive messages that an account stores and sends by id. */
@Injectable()
export class AssetsService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly assets: AssetsRepository,
  ) {}

  /** @throws AppError `validation_error`, or `limit_reached`. */
  async createCtaUrl(accountId: number, { name, ...content }: CtaUrlSettings): Promise<CtaUrl> {
    problemsOfCtaUrl(content).throwIfAny();
    return toCtaUrl(await this.add(accountId, 'cta_url', { name, content }));
  }

  /** @throws AppError `validation_error`, or `limit_reached`. */
  async createInteractiveList(
    accountId: number,
    { name, ...content }: InteractiveListSettings,
  ): Promise<InteractiveList> {
    problemsOfList(content).throwIfAny();
    return toInteractiveList(await this.add(accountId, 'interactive_list', { name, content }));
  }

  async listCtaUrls(accountId: number): Promise<CtaUrl[]> {
    return (await this.assets.findAll(accountId, 'cta_url')).map(toCtaUrl);
  }

  async listInteractiveLists(accountId: number): Promise<InteractiveList[]> {
    return (await this.assets.findAll(accountId, 'interactive_list')).map(toInteractiveList);
  }

  /** @throws AppError `not_found`. */
  async delete(accountId: number, kind: AssetKind, id: number): Promise<Deleted> {
    if (!(await this.assets.delete(accountId, kind, id))) throw new AppError('not_found');
    return { deleted: true, id };
  }

  /** Returns the message content of an asset. @throws AppError `not_found` if the account has no such asset. */
  async contentOf<K extends AssetKind>(
    accountId: number,
    kind: K,
    id: number,
  ): Promise<ContentOf<'interactive'>> {
    const row = await this.assets.find(accountId, kind, id);
    if (!row) throw new AppError('not_found');
    return toInteractive[kind](row.content);
  }

  private add<K extends AssetKind>(
    accountId: number,
    kind: K,
    asset: { name: string; content: AssetContents[K] },
  ): Promise<AssetRow<K>> {
    return this.dataSource.transaction(async (manager) => {
      await this.assets.lockAccount(accountId, manager);
      const known = await this.assets.findAll(accountId, kind, manager);
      if (known.length >= MAX_ASSETS_OF_A_KIND) throw new AppError('limit_reached');
      return this.assets.insert(accountId, kind, asset, manager);
    });
  }
}
