import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf } from '@chat/contracts';
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
  create({ body }: InputOf<typeof createApiKey>): Promise<CreatedApiKey> {
    return this.keys.create(body);
  }

  @Handles(listApiKeys)
  async list({ body }: InputOf<typeof listApiKeys>): Promise<ApiKeyList> {
    return { api_keys: await this.keys.list(body.account_id ?? undefined) };
  }

  @Handles(updateApiKey)
  async update({ body }: InputOf<typeof updateApiKey>): Promise<ApiKeyResult> {
    return {
      api_key: await this.keys.update(
        { clientId: body.client_id },
        { scopes: body.scopes, allowlist: body.allowlist },
      ),
    };
  }

  @Handles(rotateApiKey)
  rotate({ body }: InputOf<typeof rotateApiKey>): Promise<CreatedApiKey> {
    return this.keys.rotate({ clientId: body.client_id }, body.overlap_hours);
  }

  @Handles(revokeApiKey)
  async revoke({ body }: InputOf<typeof revokeApiKey>): Promise<ApiKeyResult> {
    return { api_key: await this.keys.revoke({ clientId: body.client_id }) };
  }
}
