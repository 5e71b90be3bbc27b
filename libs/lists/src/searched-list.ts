import type { DataSource, EntityMetadata, EntityTarget } from 'typeorm';
import { AccountSlots } from '@chat/flow';
import type { PageQuery, Pagination } from '@chat/contracts';
import { AppError } from '@chat/errors';
import { CommonTerms } from './common-terms';
import { COUNT_LIMIT, cutPage, LONGEST_PAGE, readIdPage } from './paging';
import { fragmentsOf, isBelowTerm, termQuery } from './search-text.rules';
import { SharedReads } from '@chat/flow';

/** A row of a list. Its times are strings as written by Postgres, which is sufficient for responses. */
export type Listed<Row> = {
  [Name in keyof Row]: Extract<Row[Name], Date> extends never ? Row[Name] : Exclude<Row[Name], Date> | string;
};

interface Selection<Row> {
  accountId: number;
  /** What the search text must contain one of; empty if there is no search. */
  fragments: string[];
  filters: Partial<Row>;
}

type IdPage = ReturnType<typeof readIdPage>;

/** How many of the newest rows are scanned before the index is used: a few milliseconds of work. */
const PAGE_WALK = 5_000;
const COUNT_WALK = 2 * COUNT_LIMIT;
/** How many look-ups of one account run at once: each holds a connection, and reads all rows that have the terms. */
const LOOK_UPS_OF_ACCOUNT = 2;
/** How long a look-up waits for its turn. Nobody waits for an answer much longer. */
const TURN_MS = 8_000;

/**
 * The rows of an account, newest first: all of them, or those whose search text contains one of some fragments.
 *
 * There are two ways to search. A common fragment is found fastest by scanning the newest rows, whereas the index would
 * return hundreds of thousands of rows to sort. For a rare one, a scan would read the whole account, whereas the index
 * finds it at once. Which case applies is not known in advance, and statistics are wrong where it matters. Every page
 * therefore scans a bounded number of rows, and uses the index if that was not enough. The cost is the same at any
 * depth of the list.
 */
export class SearchedList<Row extends { accountId: number; id: number }> {
  private readonly metadata: EntityMetadata;
  private readonly table: string;
  private readonly columns: string;
  private readonly terms: string;
  private readonly common: CommonTerms;
  private readonly counts = new SharedReads<number>();
  private readonly lookUps = new AccountSlots(LOOK_UPS_OF_ACCOUNT);

  /** @param entity its table also has a column `search_text`, indexed by `search_terms` of its schema as `<table>_search_terms`. */
  constructor(
    private readonly dataSource: DataSource,
    entity: EntityTarget<Row>,
  ) {
    this.metadata = dataSource.getMetadata(entity);
    const { tablePath, tableName, schema, columns } = this.metadata;
    this.table = tablePath;
    this.columns = columns
      .map(({ databaseName, type, propertyName }) =>
        type === 'timestamptz'
          ? `${databaseName}::text AS "${propertyName}"`
          : `${databaseName} AS "${propertyName}"`,
      )
      .join(', ');
    this.terms = `${schema}.search_terms(account_id, search_text)`;
    this.common = new CommonTerms(dataSource, { schema: schema!, name: `${tableName}_search_terms` });
  }

  /**
   * Returns a page of the list.
   * @param filters values that the rows must have; undefined ones are ignored.
   * @throws AppError `validation_error` for a page out of reach or a cursor that is not one of ours,
   * `service_unavailable` if earlier searches of the account take too long.
   */
  async page(
    accountId: number,
    { search = '', ...query }: PageQuery & { search?: string },
    filters: Partial<Row> = {},
  ): Promise<{ rows: Listed<Row>[]; pagination: Pagination }> {
    const page = readIdPage(query);
    const selection = { accountId, fragments: fragmentsOf(search), filters };
    const found = await this.find(selection, page);
    return cutPage(found, page, await this.total(selection, page, found.length), ({ id }) => [id]);
  }

  /** Returns the rows of a page plus one more, which shows that there is a next page. */
  private async find(selection: Selection<Row>, page: IdPage): Promise<Listed<Row>[]> {
    if (selection.fragments.length === 0) return this.newest(selection, page);
    const walked = await this.walk(selection, page);
    return walked.length > page.perPage ? walked : this.lookUp(selection, page);
  }

  /**
   * Returns the number of rows: exact up to `COUNT_LIMIT`, above it if there are more, and null for pages by cursor. If
   * the first page is the only one, its own rows are counted.
   */
  private async total(
    selection: Selection<Row>,
    { after, page, perPage }: IdPage,
    found: number,
  ): Promise<number | null> {
    if (after) return null;
    if (page === 1 && found <= perPage) return found;
    return this.counts.ask(JSON.stringify(selection), () => this.count(selection));
  }

  private async count(selection: Selection<Row>): Promise<number> {
    if (selection.fragments.length === 0) return this.countNewest(selection);
    if (selection.fragments.some(isBelowTerm) || given(selection.filters).length > 0) {
      const { walked, matches } = await this.countWalking(selection);
      if (matches > COUNT_LIMIT || walked < COUNT_WALK) return matches;
    }
    return this.countLookingUp(selection);
  }

  /** Includes only the conditions that the page needs: one that is always true would be planned as if it were not. */
  private newest(
    { accountId, filters }: Selection<Row>,
    { afterId, offset, perPage }: IdPage,
  ): Promise<Listed<Row>[]> {
    const values: unknown[] = [accountId, perPage + 1, ...valuesOf(filters)];
    const after = afterId === null ? '' : `AND id < $${values.push(afterId)}`;
    const skipped = offset === 0 ? '' : `OFFSET $${values.push(offset)}`;
    return this.dataSource.query(
      `SELECT ${this.columns} FROM (
         SELECT * FROM ${this.table} WHERE account_id = $1 ${this.narrow(filters, 3)} ${after}
         ORDER BY id DESC LIMIT ${LONGEST_PAGE} ${skipped}
       ) AS newest
       ORDER BY id DESC LIMIT $2`,
      values,
    );
  }

  private walk({ accountId, fragments, filters }: Selection<Row>, page: IdPage): Promise<Listed<Row>[]> {
    const values: unknown[] = [accountId, ...boundsOf(page), ...valuesOf(filters)];
    return this.dataSource.query(
      `SELECT ${this.columns} FROM (
         SELECT * FROM ${this.table} WHERE account_id = $1 AND id < $2 ${this.narrow(filters, 5)}
         ORDER BY id DESC LIMIT ${PAGE_WALK}
       ) AS newest
       WHERE ${containsOneOf(fragments, values)} ORDER BY id DESC OFFSET $3 LIMIT $4`,
      values,
    );
  }

  private async lookUp(
    { accountId, fragments, filters }: Selection<Row>,
    page: IdPage,
  ): Promise<Listed<Row>[]> {
    const values: unknown[] = [
      accountId,
      ...boundsOf(page),
      termQuery(accountId, fragments, await this.common.read()),
      ...valuesOf(filters),
    ];
    return this.queryInTurn(
      accountId,
      `${this.withMatches('$5', this.narrow(filters, 6))} SELECT ${this.columns} FROM matches
       WHERE account_id = $1 AND id < $2 AND ${containsOneOf(fragments, values)}
       ORDER BY id DESC OFFSET $3 LIMIT $4`,
      values,
    );
  }

  private async countNewest({ accountId, filters }: Selection<Row>): Promise<number> {
    const [{ matches }]: [{ matches: number }] = await this.dataSource.query(
      `SELECT count(*)::integer AS matches FROM (
         SELECT FROM ${this.table} WHERE account_id = $1 ${this.narrow(filters, 2)}
         ORDER BY id DESC LIMIT ${COUNT_LIMIT + 1}
       ) AS newest`,
      [accountId, ...valuesOf(filters)],
    );
    return matches;
  }

  /**
   * Counts by scanning the newest rows. This suits short fragments, which are mostly common, so that the index would
   * have to merge many terms. It also suits filtered searches: only the rows that the filters leave are read, however
   * common the fragment is.
   */
  private async countWalking({
    accountId,
    fragments,
    filters,
  }: Selection<Row>): Promise<{ walked: number; matches: number }> {
    const values: unknown[] = [accountId, ...valuesOf(filters)];
    const [counts]: [{ walked: number; matches: number }] = await this.dataSource.query(
      `SELECT count(*)::integer AS walked,
         count(*) FILTER (WHERE ${containsOneOf(fragments, values)})::integer AS matches
       FROM (
         SELECT search_text FROM ${this.table} WHERE account_id = $1 ${this.narrow(filters, 2)}
         ORDER BY id DESC LIMIT ${COUNT_WALK}
       ) AS newest`,
      values,
    );
    return counts;
  }

  private async countLookingUp({ accountId, fragments, filters }: Selection<Row>): Promise<number> {
    const query = termQuery(accountId, fragments, await this.common.read());
    const values: unknown[] = [accountId, query, ...valuesOf(filters)];
    const [{ matches }] = await this.queryInTurn<[{ matches: number }]>(
      accountId,
      `${this.withMatches('$2', this.narrow(filters, 3))} SELECT count(*)::integer AS matches FROM (
         SELECT FROM matches WHERE account_id = $1 AND ${containsOneOf(fragments, values)}
         LIMIT ${COUNT_LIMIT + 1}
       ) AS counted`,
      values,
    );
    return matches;
  }

  /** Runs a statement whose cost grows with the account, so that slow ones of one account leave connections to others. */
  private async queryInTurn<Result>(accountId: number, sql: string, values: unknown[]): Promise<Result> {
    if (!(await this.lookUps.acquire(accountId, TURN_MS))) {
      throw new AppError('service_unavailable', {
        message: 'Earlier searches of your account take too long. Search again shortly, for a longer text.',
      });
    }
    try {
      return await this.dataSource.query<Result>(sql, values);
    } finally {
      this.lookUps.release(accountId);
    }
  }

  /**
   * Selects the rows with the terms of a query; the terms include the account. MATERIALIZED keeps every other condition
   * out, so that the planner can find the rows only by the index of the terms, or by that of a filter.
   */
  private withMatches(query: string, filtered: string): string {
    return `WITH matches AS MATERIALIZED (
      SELECT * FROM ${this.table}
      WHERE ${this.terms} @@ ${query}::tsquery ${filtered && `AND account_id = $1 ${filtered}`}
    )`;
  }

  /** Returns the conditions of the filters; their values are the parameters from `first` on. */
  private narrow(filters: Partial<Row>, first: number): string {
    return given(filters)
      .map(([property], index) => {
        const { databaseName } = this.metadata.findColumnWithPropertyName(property)!;
        return `AND ${databaseName} = $${first + index}`;
      })
      .join(' ');
  }
}

/** A condition: the column `search_text` contains one of the fragments, which become the next parameters. */
export function containsOneOf(fragments: string[], values: unknown[]): string {
  const conditions = fragments.map((fragment) => `strpos(search_text, $${values.push(fragment)}) > 0`);
  return `(${conditions.join(' OR ')})`;
}

function boundsOf({ afterId, offset, perPage }: IdPage): [before: number, offset: number, limit: number] {
  return [afterId ?? Number.MAX_SAFE_INTEGER, offset, perPage + 1];
}

function valuesOf(filters: object): unknown[] {
  return given(filters).map(([, value]) => value);
}

function given(filters: object): [string, unknown][] {
  return Object.entries(filters).filter(([, value]) => value !== undefined);
}
