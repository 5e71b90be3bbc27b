import type { DataSource } from 'typeorm';

const FRESH_MS = 10 * 60_000;

/**
 * The terms of an index that many rows have, with the share of the rows that have them, as ANALYZE found them last: a
 * thousand at most, each in more than about 0.2 % of the rows. A search by other terms is cheaper.
 */
export class CommonTerms {
  private known: ReadonlyMap<string, number> = new Map();
  private readAtMs = -Infinity;

  /** @param index its only column is the result of `search_terms`. */
  constructor(
    private readonly dataSource: DataSource,
    private readonly index: { schema: string; name: string },
  ) {}

  async read(): Promise<ReadonlyMap<string, number>> {
    if (performance.now() - this.readAtMs < FRESH_MS) return this.known;
    const rows: { term: string; share: number }[] = await this.dataSource.query(
      // After the shares of the terms come the least, the greatest and that of rows without terms.
      `SELECT term, share FROM pg_stats,
         ROWS FROM (unnest(most_common_elems::text::text[]), unnest(most_common_elem_freqs)) AS common(term, share)
       WHERE schemaname = $1 AND tablename = $2 AND term IS NOT NULL`,
      [this.index.schema, this.index.name],
    );
    this.known = new Map(rows.map(({ term, share }) => [term, share]));
    this.readAtMs = performance.now();
    return this.known;
  }
}
