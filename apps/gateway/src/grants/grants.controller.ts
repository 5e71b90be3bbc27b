import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf } from '@chat/contracts';
import {
  listGrants,
  revokeGrant,
  type Grant,
  type GrantList,
  type GrantResult,
} from '@chat/contracts/gateway';
import { AppError } from '@chat/errors';
import { toNullableTimestamp, toTimestamp } from '@chat/service-kit';
import { GrantsRepository, type GrantRow } from './grants.repository';

/** Only the newest are listed, since withdrawn grants are kept and the list grows forever. */
const MAX_LISTED = 1_000;

@Controller()
export class GrantsController {
  constructor(private readonly grants: GrantsRepository) {}

  @Handles(listGrants)
  async list({ body }: InputOf<typeof listGrants>): Promise<GrantList> {
    return { grants: (await this.grants.findAll(body.account_id, MAX_LISTED)).map(toGrant) };
  }

  @Handles(revokeGrant)
  async revoke({ body }: InputOf<typeof revokeGrant>): Promise<GrantResult> {
    const row = await this.grants.revoke(body.grant_id);
    if (!row) throw new AppError('not_found', { message: 'There is no such grant. See grant list.' });
    return { grant: toGrant(row) };
  }
}

function toGrant(row: GrantRow): Grant {
  return {
    ...row,
    revoked_at: toNullableTimestamp(row.revoked_at),
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
  };
}
