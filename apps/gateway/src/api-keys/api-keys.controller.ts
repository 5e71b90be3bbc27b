import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { Handles } from '@chat/bus';
import type { InputOf } from '@chat/contracts';
import {
  createApiKey,
  listApiKeys,
  revokeApiKey,
  type ApiKeyList,
  type ApiKeyResult,
  type CreatedApiKey,
} from '@chat/contracts/gateway';
import { ApiKeysService } from './api-keys.service';

@Controller()
export class ApiKeysController {
  constructor(private readonly keys: ApiKeysService) {}

  @Handles(createApiKey)
  create(@Payload() { body }: InputOf<typeof createApiKey>): Promise<CreatedApiKey> {
    return this.keys.create(body);
  }

  @Handles(listApiKeys)
  async list(@Payload() { body }: InputOf<typeof listApiKeys>): Promise<ApiKeyList> {
    return { api_keys: await this.keys.list(body.account_id ?? undefined) };
  }

  @Handles(revokeApiKey)
  async revoke(@Payload() { body }: InputOf<typeof revokeApiKey>): Promise<ApiKeyResult> {
    return { api_key: await this.keys.revoke(body.client_id) };
  }
}
