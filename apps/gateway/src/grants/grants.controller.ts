import { Controller } from '@nestjs/common';
import { changesNothing, Handles, Transactions } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  listAccountGrants,
  listGrants,
  listMyGrants,
  revokeAccountGrant,
  revokeGrant,
  revokeMyGrant,
  setAgentAccess,
  type Grant,
  type GrantList,
  type GrantResult,
} from '@chat/contracts/gateway';
import { AppError, invalid } from '@chat/errors';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import { choiceOf, problemOfChoice } from '../agents/agent-choice.rules';
import { callerOf } from '../callers/caller';
import { GrantsRepository, type GrantOwner, type GrantRow } from './grants.repository';

/** Only the newest are listed, since withdrawn grants are kept and the list grows forever. */
const MAX_LISTED = 1_000;

@Controller()
export class GrantsController {
  constructor(
    private readonly transactions: Transactions,
    private readonly grants: GrantsRepository,
  ) {}

  @Handles(listGrants)
  list({ body }: InputOf<typeof listGrants>): Promise<GrantList> {
    return this.listOf({ accountId: body.account_id });
  }

  @Handles(revokeGrant)
  revoke({ body }: InputOf<typeof revokeGrant>, context: RequestContext): Promise<GrantResult> {
    return this.withdraw(body.grant_id, undefined, context);
  }

  @Handles(listMyGrants)
  listMine(_: InputOf<typeof listMyGrants>, context: RequestContext): Promise<GrantList> {
    return this.listOf(ownerOf(context));
  }

  @Handles(revokeMyGrant)
  revokeMine({ params }: InputOf<typeof revokeMyGrant>, context: RequestContext): Promise<GrantResult> {
    return this.withdraw(params.id, ownerOf(context), context);
  }

  @Handles(setAgentAccess)
  async setAccess(
    { params, body }: InputOf<typeof setAgentAccess>,
    context: RequestContext,
  ): Promise<GrantResult> {
    const choice = choiceOf(body);
    const problem = problemOfChoice(choice);
    if (problem) throw invalid(...problem);
    return this.transactions.run(context, async (tx) => {
      const row = await this.grants.lockAgent(params.id, ownerOf(context), tx.manager);
      if (!row) throw noGrant();
      await this.grants.setChoice(params.id, choice, tx.manager);
      const grant = toGrant(await this.grants.get(params.id, tx.manager));
      tx.record({
        target: `grants/${grant.id}`,
        accountId: grant.account_id,
        before: toGrant(row),
        after: grant,
      });
      return { grant };
    });
  }

  @Handles(listAccountGrants)
  listOfAccount(_: InputOf<typeof listAccountGrants>, context: RequestContext): Promise<GrantList> {
    return this.listOf({ accountId: callerOf(context).accountId });
  }

  @Handles(revokeAccountGrant)
  revokeOfAccount(
    { params }: InputOf<typeof revokeAccountGrant>,
    context: RequestContext,
  ): Promise<GrantResult> {
    return this.withdraw(params.id, { accountId: callerOf(context).accountId }, context);
  }

  private async listOf(owner: GrantOwner): Promise<GrantList> {
    return { grants: (await this.grants.findAll(owner, MAX_LISTED)).map(toGrant) };
  }

  private async withdraw(
    id: number,
    owner: GrantOwner | undefined,
    context: RequestContext,
  ): Promise<GrantResult> {
    return this.transactions.run(context, async (tx) => {
      const revoked = await this.grants.revoke(id, owner, tx.manager);
      if (!revoked) throw noGrant();
      const grant = toGrant(revoked.grant);
      if (revoked.wasActive) {
        tx.record({ target: `grants/${id}`, accountId: grant.account_id, before: grant });
      } else changesNothing(context);
      return { grant };
    });
  }
}

function noGrant(): AppError {
  return new AppError('not_found', { message: 'There is no such grant. See the list of grants.' });
}

function ownerOf(context: RequestContext): Required<GrantOwner> {
  const { accountId, id: userId } = callerOf(context);
  return { accountId, userId };
}

function toGrant(found: GrantRow): Grant {
  const { mcp_scopes, mcp_access, mcp_conversation_ids, mcp_channel_id, mcp_until, ...row } = found;
  const mcp = mcp_scopes && {
    access: mcp_access,
    scopes: mcp_scopes,
    conversation_ids: mcp_conversation_ids,
    channel_id: mcp_channel_id,
    until: toNullableTimestamp(mcp_until),
  };
  return {
    ...row,
    mcp,
    revoked_at: toNullableTimestamp(row.revoked_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}
