import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { canonicalPhone } from '@chat/phone-numbers';

/** A person's choice about marketing. */
export interface Preference {
  accountId: number;
  phone: string;
  optedOut: boolean;
  at: Date;
}

@Injectable()
export class OptOutsRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Stores a preference, unless a later one is known. */
  async learn({ accountId, phone, optedOut, at }: Preference, manager: EntityManager): Promise<void> {
    await manager.query(
      `INSERT INTO messaging.opt_outs AS known (account_id, canonical_phone, opted_out, changed_at)
       VALUES ($1, $2, $3, $4)
       ON CONFLICT ON CONSTRAINT opt_outs_pkey DO UPDATE SET
         opted_out = excluded.opted_out, changed_at = excluded.changed_at
       WHERE known.changed_at <= excluded.changed_at`,
      [accountId, canonicalPhone(phone), optedOut, at],
    );
  }

  /** Whether the person opted out with the provider, or the account did for the contact with this number. */
  async isOptedOut(accountId: number, phone: string): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `SELECT FROM messaging.opt_outs WHERE account_id = $1 AND canonical_phone = $2 AND opted_out
       UNION ALL
       SELECT FROM messaging.contact_names
       WHERE account_id = $1 AND canonical_phone = $2 AND marketing_opted_out`,
      [accountId, canonicalPhone(phone)],
    );
    return rows.length > 0;
  }
}
