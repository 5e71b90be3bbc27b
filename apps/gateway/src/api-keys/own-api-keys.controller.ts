import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  createOwnApiKey,
  listOwnApiKeys,
  revokeOwnApiKey,
  rotateOwnApiKey,
  updateOwnApiKey,
  type ApiKeyList,
  type ApiKeyResult,
  type CreatedApiKey,
} from '@chat/contracts/gateway';
import { callerOf } from '../callers/caller';
import { ApiKeysService } from './api-keys.service';

/** The keys of the account of a person who is signed in. */
@Controller()
export class OwnApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Handles(listOwnApiKeys)
  async list(_: InputOf<typeof listOwnApiKeys>, context: RequestContext): Promise<ApiKeyList> {
    return { api_keys: await this.keys.list(callerOf(context).accountId) };
  }

  @Handles(createOwnApiKey)
  create({ body }: InputOf<typeof createOwnApiKey>, context: RequestContext): Promise<CreatedApiKey> {
    const { accountId } = callerOf(context);
    const expiring = { expires_at: body.expires_at ?? undefined };
    return this.keys.create({ ...body, ...expiring, account_id: accountId }, context);
  }

  @Handles(updateOwnApiKey)
  async update(
    { params, body }: InputOf<typeof updateOwnApiKey>,
    context: RequestContext,
  ): Promise<ApiKeyResult> {
    const { accountId } = callerOf(context);
    return { api_key: await this.keys.update({ ...params, accountId }, body, context) };
  }

  @Handles(rotateOwnApiKey)
  rotate({ params, body }: InputOf<typeof rotateOwnApiKey>, context: RequestContext): Promise<CreatedApiKey> {
    const { accountId } = callerOf(context);
    return this.keys.rotate({ ...params, accountId }, body.overlap_hours, context);
  }

  @Handles(revokeOwnApiKey)
  async revoke({ params }: InputOf<typeof revokeOwnApiKey>, context: RequestContext): Promise<ApiKeyResult> {
    const { accountId } = callerOf(context);
    return { api_key: await this.keys.revoke({ ...params, accountId }, context) };
  }
}
