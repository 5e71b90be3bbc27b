import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { OnboardingMode } from '@chat/contracts/channels';
import { SESSION_COLUMNS, type OnboardingSessionRow } from './onboarding-session.row';

export interface NewSession {
  mode: OnboardingMode;
  returnUrl: string;
  state: string | null;
  ttlMs: number;
}

/** The sign-up the session must still be on for the change to apply (compare-and-set). */
export type SessionClaim = Pick<OnboardingSessionRow, 'account_id' | 'id' | 'sign_up_id'>;

/** An expired session can still be completed by a person who was in the provider's sign-up when it expired. */
const LATE = `interval '30 minutes'`;
const RETENTION = `interval '30 days'`;

/** Every step change names the step it starts from (compare-and-set), so only one of two concurrent ones applies. */
@Injectable()
export class OnboardingSessionsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async insert(
    accountId: number,
    { mode, returnUrl, state, ttlMs }: NewSession,
    manager: EntityManager,
  ): Promise<OnboardingSessionRow> {
    const [row]: OnboardingSessionRow[] = await manager.query(
      `INSERT INTO channels.onboarding_sessions (account_id, id, mode, return_url, state, expires_at)
       VALUES ($1, $2, $3, $4, $5, now() + $6 * interval '1 millisecond') RETURNING ${SESSION_COLUMNS}`,
      [accountId, randomUUID(), mode, returnUrl, state, ttlMs],
    );
    return row!;
  }

  async find(
    accountId: number,
    id: string,
    manager = this.dataSource.manager,
  ): Promise<OnboardingSessionRow | null> {
    const [row]: OnboardingSessionRow[] = await manager.query(
      `SELECT ${SESSION_COLUMNS} FROM channels.onboarding_sessions WHERE account_id = $1 AND id = $2`,
      [accountId, id],
    );
    return row ?? null;
  }

  /** Returns the session with this id, whatever its account. */
  async findOfAny(id: string): Promise<OnboardingSessionRow | null> {
    const [row]: OnboardingSessionRow[] = await this.dataSource.query(
      `SELECT ${SESSION_COLUMNS} FROM channels.onboarding_sessions WHERE id = $1`,
      [id],
    );
    return row ?? null;
  }

  /** Locks the session's row if it is connecting with this sign-up. @returns false when it is not. */
  async holdConnecting(session: SessionClaim, manager: EntityManager): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT FROM channels.onboarding_sessions
       WHERE account_id = $1 AND id = $2 AND step = 'connecting' AND sign_up_id = $3 FOR UPDATE`,
      [session.account_id, session.id, session.sign_up_id],
    );
    return rows.length > 0;
  }

  /** Records that a code was exchanged. @returns false when the session is already on another sign-up, or is over. */
  connect(accountId: number, id: string, signUpId: number, manager: EntityManager): Promise<boolean> {
    return this.change(
      manager,
      `step = 'connecting', sign_up_id = $3, connecting_since = now(), advice = NULL, channel_id = NULL,
         is_new_channel = false, pins_given = 0`,
      `step = 'open' AND expires_at + ${LATE} > now()`,
      [accountId, id, signUpId],
    );
  }

  /** Resumes connecting after the person entered a PIN. */
  connectWithPin(session: SessionClaim, manager: EntityManager): Promise<boolean> {
    return this.change(
      manager,
      `step = 'connecting', connecting_since = now(), pins_given = pins_given + 1`,
      `step = 'pin' AND sign_up_id = $3 AND expires_at + ${LATE} > now()`,
      [session.account_id, session.id, session.sign_up_id],
    );
  }

  /** Records the channel claimed for the number. */
  setChannel(
    session: SessionClaim,
    { channelId, isNew }: { channelId: number; isNew: boolean },
    manager: EntityManager,
  ): Promise<boolean> {
    return this.change(
      manager,
      // A retry after a crash finds the channel that the session created before.
      `is_new_channel = $5::boolean OR (is_new_channel AND channel_id IS NOT DISTINCT FROM $4), channel_id = $4`,
      `step = 'connecting' AND sign_up_id = $3`,
      [session.account_id, session.id, session.sign_up_id, channelId, isNew],
    );
  }

  complete(session: SessionClaim, channelId: number, manager: EntityManager): Promise<boolean> {
    return this.change(
      manager,
      `step = 'completed', channel_id = $4, completed_at = now()`,
      `step = 'connecting' AND sign_up_id = $3`,
      [session.account_id, session.id, session.sign_up_id, channelId],
    );
  }

  /** Allows the person another attempt. */
  leaveConnecting(
    session: SessionClaim,
    { step, advice }: { step: 'open' | 'pin'; advice: string | null },
    manager: EntityManager,
  ): Promise<boolean> {
    return this.change(
      manager,
      `step = $4, advice = $5, channel_id = NULL, is_new_channel = false`,
      `step = 'connecting' AND sign_up_id = $3`,
      [session.account_id, session.id, session.sign_up_id, step, advice],
    );
  }

  /** Records the failure; what was done must still be undone. */
  giveUp(
    session: SessionClaim,
    { code, message }: { code: string; message: string },
    manager: EntityManager,
  ): Promise<boolean> {
    return this.change(
      manager,
      `step = 'undoing', error_code = $4, error_message = $5`,
      `step = 'connecting' AND sign_up_id = $3`,
      [session.account_id, session.id, session.sign_up_id, code, message],
    );
  }

  /** Fails the session for good once everything is undone. */
  endUndone(session: SessionClaim, manager: EntityManager): Promise<boolean> {
    return this.change(
      manager,
      `step = 'failed', channel_id = NULL, is_new_channel = false`,
      `step = 'undoing' AND sign_up_id = $3`,
      [session.account_id, session.id, session.sign_up_id],
    );
  }

  /** Fails a session for which nothing has been done yet. */
  fail(
    accountId: number,
    id: string,
    { code, message }: { code: string; message: string },
  ): Promise<boolean> {
    return this.change(
      this.dataSource.manager,
      `step = 'failed', error_code = $3, error_message = $4`,
      `step = 'open' AND expires_at > now()`,
      [accountId, id, code, message],
    );
  }

  /** Stores the advice that the page shows before the next attempt. */
  advise(accountId: number, id: string, advice: string): Promise<boolean> {
    return this.change(this.dataSource.manager, 'advice = $3', `step = 'open'`, [accountId, id, advice]);
  }

  /** Deletes sessions past their retention period. @returns whether there may be more. */
  async forgetSome(limit: number): Promise<boolean> {
    const rows: unknown[] = await this.dataSource.query(
      `WITH old AS MATERIALIZED (
         SELECT account_id, id FROM channels.onboarding_sessions
         WHERE created_at < now() - ${RETENTION} ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED),
       deleted AS (
         DELETE FROM channels.onboarding_sessions s USING old
         WHERE (s.account_id, s.id) = (old.account_id, old.id) RETURNING 1)
       SELECT 1 FROM deleted`,
      [limit],
    );
    return rows.length === limit;
  }

  private async change(
    manager: EntityManager,
    assignments: string,
    condition: string,
    values: unknown[],
  ): Promise<boolean> {
    const [, changed]: [unknown, number] = await manager.query(
      `UPDATE channels.onboarding_sessions SET ${assignments} WHERE account_id = $1 AND id = $2 AND ${condition}`,
      values,
    );
    return changed > 0;
  }
}
