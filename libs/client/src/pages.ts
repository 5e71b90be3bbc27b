import type { Data, Item, OperationName } from './types.ts';

export interface Pagination {
  readonly current_page: number | null;
  readonly per_page: number;
  readonly last_page: number | null;
  readonly total: number | null;
  readonly total_capped?: true;
  readonly next_cursor: string | null;
}

/** One page of a list. Lists that are returned whole have no pagination. */
export type Page<K extends OperationName> = Data<K> & { readonly pagination?: Pagination };

/** A list: await it for one page, or iterate it with `for await` to its end. No request is sent before that. */
export class List<K extends OperationName> implements PromiseLike<Page<K>>, AsyncIterable<Item<K>> {
  constructor(
    private readonly collection: string,
    private readonly readPage: (cursor?: string) => Promise<Page<K>>,
  ) {}

  then<A = Page<K>, B = never>(
    onPage?: ((page: Page<K>) => A | PromiseLike<A>) | null,
    onError?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.readPage().then(onPage, onError);
  }

  /** Yields every page, starting with the first one requested. */
  async *pages(): AsyncGenerator<Page<K>, void, undefined> {
    let page = await this.readPage();
    yield page;
    for (let next = nextOf(page); next !== null; next = nextOf(page)) {
      page = await this.readPage(next);
      yield page;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item<K>, void, undefined> {
    for await (const page of this.pages()) yield* (page as Record<string, Item<K>[]>)[this.collection]!;
  }
}

function nextOf({ pagination }: { readonly pagination?: Pagination }): string | null {
  return pagination?.next_cursor ?? null;
}
