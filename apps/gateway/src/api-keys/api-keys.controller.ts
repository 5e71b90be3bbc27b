import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
  type ApiKeyList,
  type ApiKeyResult,
  type CreatedApiKey,
} from '@chat/contracts/gateway';
import { ApiKeysService } from './api-keys.service';

@Controller()
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Handles(createApiKey)
  create({ body }: InputOf<typeof createApiKey>, context: RequestContext): Promise<CreatedApiKey> {
    return this.keys.create(body, context);
  }

  @Handles(listApiKeys)
  async list({ body }: InputOf<typeof listApiKeys>): Promise<ApiKeyList> {
    return { api_keys: await this.keys.list(body.account_id ?? undefined) };
  }

  @Handles(updateApiKey)
  async update({ body }: InputOf<typeof updateApiKey>, context: RequestContext): Promise<ApiKeyResult> {
    return {
      api_key: await this.keys.update(
        { clientId: body.client_id },
        { scopes: body.scopes, allowlist: body.allowlist },
        context,
      ),
    };
  }

  @Handles(rotateApiKey)
  rotate({ body }: InputOf<typeof rotateApiKey>, context: RequestContext): Promise<CreatedApiKey> {
    return this.keys.rotate({ clientId: body.client_id }, body.overlap_hours, context);
  }

  @Handles(revokeApiKey)
  async revoke({ body }: InputOf<typeof revokeApiKey>, context: RequestContext): Promise<ApiKeyResult> {
    return { api_key: await this.keys.revoke({ clientId: body.client_id }, context) };
  }
}
