import { Injectable } from '@nestjs/common';
import { Transactions } from '@chat/bus';
import { scopesWithin } from '@chat/contracts';
import { recordOfPage, type PageVisitor } from '../audit/page-audit';
import { newKey } from '../credentials/key-format';
import { digestOf } from '../credentials/random-secret';
import type { DeveloperAppEntity } from '../developer-apps/developer-app.entity';
import { GrantsRepository } from '../grants/grants.repository';
import { SessionsRepository } from '../sessions/sessions.repository';
import type { AgentChoice } from '../agents/agent-choice.rules';
import type { AuthorizationRequest } from './authorization-request.rules';
import { FamiliesRepository } from './families.repository';

const CODE_SECONDS = 60;

export interface Authorization {
  readonly app: DeveloperAppEntity;
  readonly request: AuthorizationRequest;
  readonly redirectUri: string;
  /** The session secret of the user who is asked. */
  readonly session: string;
  /** Whether the user has just consented; otherwise only an earlier consent counts. */
  readonly isAllowed: boolean;
  /** How far an agent may go, if the user has just consented to one. */
  readonly choice?: AgentChoice;
  readonly visitor: PageVisitor;
}

/** Issues authorization codes for consents. */
@Injectable()
export class AuthorizationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly sessions: SessionsRepository,
    private readonly grants: GrantsRepository,
    private readonly families: FamiliesRepository,
  ) {}

  /**
   * Issues a code for the app, for those scopes that the user's role includes. The session is locked meanwhile, so whoever ends the user's access ends this code as
   * well. A consent to less also takes from the app's older tokens what it leaves out.
   * @returns null if the session has ended, the role includes none of the scopes, or the user has
   * not consented to exactly these.
   */
  async issueCode({
    app,
    request,
    redirectUri,
    session,
    isAllowed,
    choice,
    visitor,
  }: Authorization): Promise<string | null> {
    return this.transactions.run(null, async (tx) => {
      const { manager } = tx;
      const person = await this.sessions.lock(digestOf(session), manager);
      if (!person || (request.resource === 'mcp' && !person.takes_agents)) return null;
      const scopes = scopesWithin(person.role, request.scopes);
      if (scopes.length === 0) return null;
      const consent = { scopes, resource: request.resource, ...(choice && { choice }) };
      const grantId = isAllowed
        ? await this.grants.give(person, app, consent, manager)
        : await this.grants.lock(person, app, consent, manager);
      if (grantId === null) return null;
      const granted = { accountId: person.account_id, grantId, scopes, resource: request.resource };
      if (isAllowed) {
        await this.families.narrow(granted, manager);
        const after = request.resource === 'mcp' ? { mcp: { scopes, ...choice } } : { scopes };
        const entry = { accountId: person.account_id, userId: person.user_id, action: 'grant.give' };
        recordOfPage(tx, { ...entry, target: `grants/${grantId}`, after }, visitor);
      }
      const code = newKey('authorizationCode');
      const family = {
        ...granted,
        codeDigest: digestOf(code),
        codeSeconds: CODE_SECONDS,
        codeChallenge: request.codeChallenge,
        redirectUri,
      };
      await this.families.insert(family, manager);
      return code;
    });
  }
}
