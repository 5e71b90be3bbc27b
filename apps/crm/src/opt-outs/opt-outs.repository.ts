import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** A number within an account. */
export interface OwnNumber {
  accountId: number;
  canonicalPhone: string;
}

@Injectable()
export class OptOutsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Stores a preference. @returns false if a later one is known. */
  async learn(
    { accountId, canonicalPhone, optedOut, at }: OwnNumber & { optedOut: boolean; at: Date },
    manager: EntityManager,
  ): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `INSERT INTO crm.opt_outs AS known (account_id, canonical_phone, opted_out, changed_at)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT ON CONSTRAINT opt_outs_pkey DO UPDATE SET
         opted_out = excluded.opted_out, changed_at = excluded.changed_at
       WHERE known.changed_at <= excluded.changed_at
       RETURNING account_id`,
      [accountId, canonicalPhone, optedOut, at],
    );
    return rows.length > 0;
  }

  /** Whether the person of each number has opted out of marketing with the provider. */
  async among(numbers: OwnNumber[], manager = this.dataSource.manager): Promise<boolean[]> {
    const rows: { place: number }[] = await manager.query(
      `SELECT given.place FROM crm.opt_outs
       JOIN unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS given(account_id, canonical_phone, place)
         USING (account_id, canonical_phone)
       WHERE opted_out`,
      [numbers.map(({ accountId }) => accountId), numbers.map(({ canonicalPhone }) => canonicalPhone)],
    );
    const places = new Set(rows.map(({ place }) => place));
    return numbers.map((_, index) => places.has(index + 1));
  }
}
