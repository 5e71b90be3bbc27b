import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { personIdOf, scopesOfRoles, type CallingPerson } from '@chat/contracts';
import { ACCOUNT_COLUMNS, type AccountColumns } from './account-columns';
import { isProven, joinSignIn } from '../sign-ins/sign-in.sql';
import type { PersonPrincipal } from './principal';

interface PersonRow extends AccountColumns, CallingPerson {
  account_id: number;
  has_stepped_up: boolean;
  is_operator: boolean;
}

@Injectable()
export class SignedInPeopleRepository {
  constructor(private readonly dataSource: DataSource) {}

  /** Returns the principal of a session's person, with the scopes of their role. */
  async find(digest: Buffer): Promise<PersonPrincipal | null> {
    const [row]: PersonRow[] = await this.dataSource.query(
      `SELECT s.account_id, u.id, u.name, u.role, s.id AS session, ${isProven('s')} AS has_stepped_up,
         own.is_operator, ${ACCOUNT_COLUMNS}
       FROM gateway.sessions s
       JOIN gateway.users u ON u.account_id = s.account_id AND u.id = s.user_id
       ${joinSignIn('u', 'own')}
       JOIN gateway.accounts a ON a.id = s.account_id
       WHERE s.digest = $1 AND s.expires_at > now() AND u.disabled_at IS NULL`,
      [digest],
    );
    if (!row) return null;
    const { account_id, account_name: accountName, id, name, role, session, ...rest } = row;
    const {
      has_stepped_up: hasSteppedUp,
      is_operator: isOperator,
      is_suspended: isSuspended,
      takes_agents: takesAgents,
      ...plan
    } = rest;
    const person = { id, name, role, session };
    return {
      account: { id: account_id, plan },
      accountName,
      credential: { type: 'session', id: personIdOf(id), scopes: scopesOfRoles[role], person },
      person,
      hasSteppedUp,
      isOperator,
      resource: null,
      agent: null,
      takesAgents,
      allowlist: null,
      isSuspended,
    };
  }
}
