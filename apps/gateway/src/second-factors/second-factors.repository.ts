import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';

/** Identifies the user as whom a person signs in. */
export interface UserId {
  readonly accountId: number;
  readonly id: number;
}

export interface TotpRow {
  readonly secret: Buffer;
  readonly confirmed_at: Date | null;
}

@Injectable()
export class SecondFactorsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find({ accountId, id }: UserId): Promise<TotpRow | null> {
    const [row]: TotpRow[] = await this.dataSource.query(
      `SELECT totp_secret AS secret, totp_confirmed_at AS confirmed_at FROM gateway.users
       WHERE account_id = $1 AND id = $2 AND totp_secret IS NOT NULL`,
      [accountId, id],
    );
    return row ?? null;
  }

  /** Replaces a secret that was never confirmed. @returns false if there is one that was. */
  async begin({ accountId, id }: UserId, secret: Buffer): Promise<boolean> {
    const [, begun]: [unknown, number] = await this.dataSource.query(
      `UPDATE gateway.users SET totp_secret = $3, totp_last_step = 0, updated_at = now()
       WHERE account_id = $1 AND id = $2 AND totp_confirmed_at IS NULL`,
      [accountId, id, secret],
    );
    return begun > 0;
  }

  /** Confirms this secret, unless it was replaced. */
  async confirm({ accountId, id }: UserId, secret: Buffer, manager: EntityManager): Promise<boolean> {
    const [, confirmed]: [unknown, number] = await manager.query(
      `UPDATE gateway.users SET totp_confirmed_at = now(), updated_at = now()
       WHERE account_id = $1 AND id = $2 AND totp_secret = $3 AND totp_confirmed_at IS NULL`,
      [accountId, id, secret],
    );
    return confirmed > 0;
  }

  /** Uses up the code of a step. @returns false if it, or a later one, was used before. */
  async useStep({ accountId, id }: UserId, step: number): Promise<boolean> {
    const [, used]: [unknown, number] = await this.dataSource.query(
      `UPDATE gateway.users SET totp_last_step = $3
       WHERE account_id = $1 AND id = $2 AND totp_last_step < $3 AND totp_secret IS NOT NULL`,
      [accountId, id, step],
    );
    return used > 0;
  }

  /** @returns whether the user had this recovery code; now they have it no more. */
  async useRecoveryCode({ accountId, id }: UserId, digest: Buffer): Promise<boolean> {
    const [, used]: [unknown, number] = await this.dataSource.query(
      'DELETE FROM gateway.recovery_codes WHERE account_id = $1 AND user_id = $2 AND digest = $3',
      [accountId, id, digest],
    );
    return used > 0;
  }

  async replaceRecoveryCodes(
    { accountId, id }: UserId,
    digests: readonly Buffer[],
    manager = this.dataSource.manager,
  ): Promise<void> {
    await manager.transaction(async (within) => {
      // Of two who do this at once, the codes of one are left.
      await within.query('SELECT FROM gateway.users WHERE account_id = $1 AND id = $2 FOR NO KEY UPDATE', [
        accountId,
        id,
      ]);
      await within.query('DELETE FROM gateway.recovery_codes WHERE account_id = $1 AND user_id = $2', [
        accountId,
        id,
      ]);
      await within.query(
        'INSERT INTO gateway.recovery_codes (account_id, user_id, digest) SELECT $1, $2, unnest($3::bytea[])',
        [accountId, id, digests],
      );
    });
  }

  async countRecoveryCodes({ accountId, id }: UserId): Promise<number> {
    const [row]: { count: number }[] = await this.dataSource.query(
      'SELECT count(*)::int AS count FROM gateway.recovery_codes WHERE account_id = $1 AND user_id = $2',
      [accountId, id],
    );
    return row!.count;
  }

  /** An operator is one no more. */
  async remove({ accountId, id }: UserId, manager = this.dataSource.manager): Promise<void> {
    await manager.query(
      `WITH codes AS (DELETE FROM gateway.recovery_codes WHERE account_id = $1 AND user_id = $2)
       UPDATE gateway.users SET totp_secret = NULL, totp_confirmed_at = NULL, totp_last_step = 0,
         is_operator = false, updated_at = now()
       WHERE account_id = $1 AND id = $2`,
      [accountId, id],
    );
  }
}
