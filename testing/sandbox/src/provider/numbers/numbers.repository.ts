import type { DataSource } from 'typeorm';
import { newObjectId } from '../ids';
import type { Restriction } from './restrictions.rules';

/** The statuses of a registered number, by the provider's reference of phone numbers. */
export const numberStatuses = ['CONNECTED', 'FLAGGED', 'RATE_LIMITED', 'RESTRICTED', 'BANNED'] as const;
export type NumberStatus = (typeof numberStatuses)[number];

/** A business number, with the state of its account. */
export interface CloudNumber {
  id: string;
  account_id: string;
  digits: string;
  name: string;
  is_coexistence: boolean;
  is_registered: boolean;
  is_removed: boolean;
  /** Of a registered number. */
  status: NumberStatus;
  pin: string | null;
  profile: Record<string, unknown>;
  callback_url: string | null;
  /** What the account may not send. */
  restrictions: Restriction[];
  quality_rating: string;
  messaging_limit: string;
  name_status: string;
  contacts_requested_at: Date | null;
  history_requested_at: Date | null;
  /** Milliseconds since the onboarding of the business. */
  onboarded_ms_ago: number;
}

export interface CloudAccount {
  id: string;
  label: string;
  is_subscribed: boolean;
  callback_url: string | null;
}

export interface NumberChanges {
  name?: string;
  /** The label of the account; defaults to an account of its own. */
  waba?: string;
  coexistence?: boolean;
  status?: NumberStatus;
  qualityRating?: string;
  messagingLimit?: string;
  nameStatus?: string;
}

const SELECT_NUMBER = `
  SELECT numbers.id, account_id, digits, name, is_coexistence, is_registered, is_removed,
    coalesce(status, 'CONNECTED') AS status, pin, profile,
    numbers.callback_url, restrictions, quality_rating, messaging_limit, name_status, contacts_requested_at, history_requested_at,
    (extract(epoch FROM now() - onboarded_at) * 1000)::float8 AS onboarded_ms_ago
  FROM sandbox.cloud_numbers AS numbers JOIN sandbox.cloud_accounts AS accounts ON accounts.id = account_id`;

export class NumbersRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(id: string): Promise<CloudNumber | null> {
    return this.one('numbers.id = $1', id);
  }

  async findByDigits(digits: string): Promise<CloudNumber | null> {
    return this.one('digits = $1', digits);
  }

  async list(): Promise<CloudNumber[]> {
    return this.dataSource.query(`${SELECT_NUMBER} ORDER BY numbers.created_at, numbers.id`);
  }

  async ofAccount(accountId: string): Promise<CloudNumber[]> {
    return this.dataSource.query(
      `${SELECT_NUMBER} WHERE account_id = $1 AND NOT is_removed ORDER BY numbers.id`,
      [accountId],
    );
  }

  async findAccount(id: string): Promise<CloudAccount | null> {
    const [account]: CloudAccount[] = await this.dataSource.query(
      `SELECT id, label, is_subscribed, callback_url FROM sandbox.cloud_accounts WHERE id = $1`,
      [id],
    );
    return account ?? null;
  }

  /** Creates the number, or changes the given members. An existing number keeps its account, and is restored if removed. */
  async put(digits: string, changes: NumberChanges): Promise<CloudNumber> {
    const [, changed]: [unknown, number] = await this.dataSource.query(
      `UPDATE sandbox.cloud_numbers SET name = coalesce($2, name), is_coexistence = coalesce($3, is_coexistence),
         status = coalesce($4, status), is_removed = false WHERE digits = $1`,
      [digits, changes.name ?? null, changes.coexistence ?? null, changes.status ?? null],
    );
    if (changed === 0) await this.insert(digits, changes);
    await this.describe(digits, changes);
    return (await this.findByDigits(digits))!;
  }

  /**
   * Onboards the number, even if it was onboarded before. A new number is not registered yet, unless it stays in the
   * business app.
   */
  async signUp(digits: string, isCoexistence: boolean): Promise<CloudNumber> {
    const isNew = (await this.findByDigits(digits)) === null;
    const { id } = await this.put(digits, { coexistence: isCoexistence });
    await this.dataSource.query(
      `UPDATE sandbox.cloud_numbers SET is_registered = is_registered AND NOT $2, onboarded_at = now(),
         contacts_requested_at = NULL, history_requested_at = NULL WHERE id = $1`,
      [id, isNew && !isCoexistence],
    );
    return (await this.findByDigits(digits))!;
  }

  async setRemoved(numberId: string, isRemoved: boolean): Promise<void> {
    await this.dataSource.query(`UPDATE sandbox.cloud_numbers SET is_removed = $2 WHERE id = $1`, [
      numberId,
      isRemoved,
    ]);
  }

  async setRegistered(numberId: string, isRegistered: boolean): Promise<void> {
    await this.dataSource.query(`UPDATE sandbox.cloud_numbers SET is_registered = $2 WHERE id = $1`, [
      numberId,
      isRegistered,
    ]);
  }

  async restrict(accountId: string, restrictions: Restriction[]): Promise<void> {
    await this.dataSource.query(`UPDATE sandbox.cloud_accounts SET restrictions = $2 WHERE id = $1`, [
      accountId,
      JSON.stringify(restrictions),
    ]);
  }

  /** Changes what the provider says of a number; what is not given stays. */
  async describe(
    digits: string,
    {
      qualityRating,
      messagingLimit,
      nameStatus,
    }: Pick<NumberChanges, 'qualityRating' | 'messagingLimit' | 'nameStatus'>,
  ): Promise<void> {
    await this.dataSource.query(
      `UPDATE sandbox.cloud_numbers SET quality_rating = coalesce($2, quality_rating),
         messaging_limit = coalesce($3, messaging_limit), name_status = coalesce($4, name_status) WHERE digits = $1`,
      [digits, qualityRating ?? null, messagingLimit ?? null, nameStatus ?? null],
    );
  }

  /** @param override the callback URL of the account; null to use that of the app. */
  async subscribe(accountId: string, override: { url: string; verifyToken: string } | null): Promise<void> {
    await this.dataSource.query(
      `UPDATE sandbox.cloud_accounts SET is_subscribed = true, callback_url = $2, callback_verify_token = $3
       WHERE id = $1`,
      [accountId, override?.url ?? null, override?.verifyToken ?? null],
    );
  }

  async unsubscribe(accountId: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE sandbox.cloud_accounts
       SET is_subscribed = false, callback_url = NULL, callback_verify_token = NULL WHERE id = $1`,
      [accountId],
    );
  }

  async setCallback(numberId: string, override: { url: string; verifyToken: string } | null): Promise<void> {
    await this.dataSource.query(
      `UPDATE sandbox.cloud_numbers SET callback_url = $2, callback_verify_token = $3 WHERE id = $1`,
      [numberId, override?.url ?? null, override?.verifyToken ?? null],
    );
  }

  async setProfile(numberId: string, profile: object): Promise<void> {
    await this.dataSource.query(`UPDATE sandbox.cloud_numbers SET profile = $2 WHERE id = $1`, [
      numberId,
      JSON.stringify(profile),
    ]);
  }

  private async insert(digits: string, { name, waba, coexistence, status }: NumberChanges): Promise<void> {
    const label = waba ?? `+${digits}`;
    await this.dataSource.query(
      `INSERT INTO sandbox.cloud_accounts (id, label) VALUES ($1, $2) ON CONFLICT (label) DO NOTHING`,
      [newObjectId('account'), label],
    );
    await this.dataSource.query(
      `INSERT INTO sandbox.cloud_numbers (id, account_id, digits, name, is_coexistence, status)
       SELECT $1, id, $2, $3, $4, $6 FROM sandbox.cloud_accounts WHERE label = $5 ON CONFLICT (digits) DO NOTHING`,
      [
        newObjectId('number'),
        digits,
        name ?? `Business ${digits}`,
        coexistence ?? false,
        label,
        status ?? null,
      ],
    );
  }

  private async one(where: string, value: string): Promise<CloudNumber | null> {
    const [number]: CloudNumber[] = await this.dataSource.query(`${SELECT_NUMBER} WHERE ${where}`, [value]);
    return number ?? null;
  }
}
