import { Injectable } from '@nestjs/common';
import { Transactions } from '@chat/bus';
import type { ContentOf } from '@chat/contracts/connector';
import type { Deleted, Pagination, Problems, RequestContext, WholeListQuery } from '@chat/contracts';
import type {
  CtaUrl,
  CtaUrlSettings,
  InteractiveList,
  InteractiveListSettings,
  UpdateCtaUrl,
  UpdateInteractiveList,
} from '@chat/contracts/messaging';
import { AppError, notFoundBy } from '@chat/errors';
import { cutPage, isPaged, readIdPage } from '@chat/lists';
import { changedAsset, isSame, type AssetChanges } from './asset-change.rules';
import { toCtaUrl, toInteractive, toInteractiveList } from './asset.mapper';
import type { AssetContents, AssetKind, AssetRow } from './asset.row';
import { problemsOfCtaUrl, problemsOfList } from './asset.rules';
import { AssetsRepository, type AssetKey } from './assets.repository';

/** Limited because lists return all of them. */
const MAX_ASSETS_OF_A_KIND = 200;

/** Without a page, the list is whole and `pagination` null. */
export interface AssetPage<T> {
  assets: T[];
  pagination: Pagination | null;
}

/** Interactive messages that an account stores and sends by id. */
@Injectable()
export class AssetsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly assets: AssetsRepository,
  ) {}

  /** @throws AppError `validation_error`, or `limit_reached`. */
  async createCtaUrl(
    accountId: number,
    { name, ...content }: CtaUrlSettings,
    context: RequestContext,
  ): Promise<CtaUrl> {
    problemsOfCtaUrl(content).throwIfAny();
    return toCtaUrl(await this.add(accountId, 'cta_url', { name, content }, context));
  }

  /** @throws AppError `validation_error`, or `limit_reached`. */
  async createInteractiveList(
    accountId: number,
    { name, ...content }: InteractiveListSettings,
    context: RequestContext,
  ): Promise<InteractiveList> {
    problemsOfList(content).throwIfAny();
    return toInteractiveList(await this.add(accountId, 'interactive_list', { name, content }, context));
  }

  async listCtaUrls(accountId: number): Promise<CtaUrl[]> {
    return (await this.assets.findAll(accountId, 'cta_url')).map(toCtaUrl);
  }

  async listInteractiveLists(accountId: number): Promise<InteractiveList[]> {
    return (await this.assets.findAll(accountId, 'interactive_list')).map(toInteractiveList);
  }

  /** Returns all, unless the query asks for a page. */
  async pageOfCtaUrls(accountId: number, query: WholeListQuery): Promise<AssetPage<CtaUrl>> {
    return pageOf(await this.listCtaUrls(accountId), query);
  }

  /** Returns all, unless the query asks for a page. */
  async pageOfInteractiveLists(
    accountId: number,
    query: WholeListQuery,
  ): Promise<AssetPage<InteractiveList>> {
    return pageOf(await this.listInteractiveLists(accountId), query);
  }

  /** @throws AppError `not_found`, or `validation_error`. */
  async updateCtaUrl(id: number, changes: UpdateCtaUrl, context: RequestContext): Promise<CtaUrl> {
    const key = { accountId: context.account.id, id, kind: 'cta_url' } as const;
    return toCtaUrl(await this.change(key, changes, problemsOfCtaUrl, context));
  }

  /** @throws AppError `not_found`, or `validation_error`. */
  async updateInteractiveList(
    id: number,
    changes: UpdateInteractiveList,
    context: RequestContext,
  ): Promise<InteractiveList> {
    const key = { accountId: context.account.id, id, kind: 'interactive_list' } as const;
    return toInteractiveList(await this.change(key, changes, problemsOfList, context));
  }

  /** @throws AppError `not_found`. */
  async delete(accountId: number, kind: AssetKind, id: number, context: RequestContext): Promise<Deleted> {
    return this.transactions.run(context, async (tx) => {
      if (!(await this.assets.delete(accountId, kind, id, tx.manager))) throw new AppError('not_found');
      tx.record({ target: targetOf(kind, id), accountId });
      return { deleted: true, id };
    });
  }

  /** Returns the message content of an asset. @throws AppError `not_found` if the account has no such asset. */
  async contentOf<K extends AssetKind>(
    accountId: number,
    kind: K,
    id: number,
  ): Promise<ContentOf<'interactive'>> {
    const row = await this.assets.find(accountId, kind, id);
    if (!row) throw notFoundBy(`${kind}_id`, `${kind}_id must be the id of one that this account keeps.`);
    return toInteractive[kind](row.content);
  }

  /** The asset as it becomes is judged like a new one. */
  private change<K extends AssetKind>(
    key: AssetKey<K>,
    changes: AssetChanges<K>,
    problemsOf: (content: AssetContents[K]) => Problems,
    context: RequestContext,
  ): Promise<AssetRow<K>> {
    return this.transactions.run(context, async (tx) => {
      const known = await this.assets.lock(key, tx.manager);
      if (!known) throw new AppError('not_found');
      const changed = changedAsset(known, changes);
      problemsOf(changed.content).throwIfAny();
      const row = isSame(known, changed) ? known : await this.assets.update(key, changed, tx.manager);
      tx.record({ target: targetOf(key.kind, key.id), before: membersOf(known), after: membersOf(row) });
      return row;
    });
  }

  private add<K extends AssetKind>(
    accountId: number,
    kind: K,
    asset: { name: string; content: AssetContents[K] },
    context: RequestContext,
  ): Promise<AssetRow<K>> {
    return this.transactions.run(context, async (tx) => {
      const { manager } = tx;
      await this.assets.lockAccount(accountId, manager);
      const known = await this.assets.findAll(accountId, kind, manager);
      if (known.length >= MAX_ASSETS_OF_A_KIND) {
        throw new AppError('limit_reached', {
          message: `An account keeps at most ${MAX_ASSETS_OF_A_KIND} of a kind. Delete one that you no longer send.`,
        });
      }
      const row = await this.assets.insert(accountId, kind, asset, manager);
      tx.record({ target: targetOf(kind, row.id), accountId });
      return row;
    });
  }
}

const resources = { cta_url: 'cta-urls', interactive_list: 'interactive-lists' } as const;

function targetOf(kind: AssetKind, id: number): string {
  return `${resources[kind]}/${id}`;
}

function membersOf<K extends AssetKind>({ name, content }: AssetRow<K>): object {
  return { name, ...content };
}

/** Cuts a page out of all assets of a kind, which are few, in order of their ids. */
function pageOf<T extends { id: number }>(all: T[], query: WholeListQuery): AssetPage<T> {
  if (!isPaged(query)) return { assets: all, pagination: null };
  const page = readIdPage(query);
  const rest = all.filter(({ id }) => id > (page.afterId ?? 0));
  const found = rest.slice(page.offset, page.offset + page.perPage + 1);
  const { rows, pagination } = cutPage(found, page, page.after ? null : all.length, ({ id }) => [id]);
  return { assets: rows, pagination };
}
