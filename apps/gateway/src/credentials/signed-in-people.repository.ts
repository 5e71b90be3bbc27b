import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { personIdOf, scopesOfRoles, type CallingPerson } from '@chat/contracts';
import { ACCOUNT_COLUMNS, type AccountColumns } from './account-columns';
import type { PersonPrincipal } from './principal';

interface PersonRow extends AccountColumns, CallingPerson {
  account_id: number;
}

@Injectable()
export class SignedInPeopleRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the principal of a session's person, with the scopes of their role. */
  async find(digest: Buffer): Promise<PersonPrincipal | null> {
    const [row]: PersonRow[] = await this.dataSource.query(
      `SELECT s.account_id, u.id, u.name, u.role, ${ACCOUNT_COLUMNS}
       FROM gateway.sessions s
       JOIN gateway.users u ON u.account_id = s.account_id AND u.id = s.user_id
       JOIN gateway.accounts a ON a.id = s.account_id
       WHERE s.digest = $1 AND s.expires_at > now() AND u.disabled_at IS NULL`,
      [digest],
    );
    if (!row) return null;
    const { account_id, account_name: accountName, id, name, role, is_suspended: isSuspended, ...plan } = row;
    const person = { id, name, role };
    return {
      account: { id: account_id, plan },
      accountName,
      credential: { type: 'session', id: personIdOf(id), scopes: scopesOfRoles[role], person },
      person,
      allowlist: null,
      isSuspended,
    };
  }
}
