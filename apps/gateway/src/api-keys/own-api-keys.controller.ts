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
    const { accountId, id } = callerOf(context);
    return this.keys.create({ ...body, expires_at: body.expires_at ?? undefined, account_id: accountId }, id);
  }

  @Handles(updateOwnApiKey)
  async update(
    { params, body }: InputOf<typeof updateOwnApiKey>,
    context: RequestContext,
  ): Promise<ApiKeyResult> {
    return { api_key: await this.keys.update({ ...params, accountId: callerOf(context).accountId }, body) };
  }

  @Handles(rotateOwnApiKey)
  rotate({ params, body }: InputOf<typeof rotateOwnApiKey>, context: RequestContext): Promise<CreatedApiKey> {
    return this.keys.rotate({ ...params, accountId: callerOf(context).accountId }, body.overlap_hours);
  }

  @Handles(revokeOwnApiKey)
  async revoke({ params }: InputOf<typeof revokeOwnApiKey>, context: RequestContext): Promise<ApiKeyResult> {
    return { api_key: await this.keys.revoke({ ...params, accountId: callerOf(context).accountId }) };
  }
}
