import { Controller, Inject, type Type } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Handles } from '@chat/bus';
import type { InputOf } from '@chat/contracts';
import {
  MAX_ROTATED,
  secretKeyOperations,
  type RotatedSecrets,
  type SecretKeyUsage,
} from '@chat/contracts/secret-keys';
import { CONFIG } from '../injected';
import { KeyedValues, type KeyedColumn } from './keyed-column';
import { secretKeysOf, type SecretConfig } from './secret-keys';

type Operations = ReturnType<typeof secretKeyOperations>;

/** Returns the controller for the keys that these columns of a service depend on. */
export function secretKeysController(service: string, columns: readonly KeyedColumn[]): Type {
  const operations = secretKeyOperations(service);

  @Controller()
  class SecretKeysController {
    private readonly keys;
    private readonly values: KeyedValues;

    constructor(@Inject(CONFIG) config: SecretConfig, @Inject(DataSource) dataSource: DataSource) {
      this.keys = secretKeysOf(config);
      this.values = new KeyedValues(columns, this.keys, dataSource);
    }

    @Handles(operations.usage)
    async usage(): Promise<SecretKeyUsage> {
      const usage = await this.values.usage();
      return {
        keys: this.keys.map(({ id }, index) => ({ id, is_current: index === 0 })),
        usage: usage.map(({ values, keyId, count }) => ({ values, key_id: keyId, count })),
      };
    }

    @Handles(operations.rotate)
    async rotate({ body }: InputOf<Operations['rotate']>): Promise<RotatedSecrets> {
      return this.values.rotate(body.after ?? null, body.limit ?? MAX_ROTATED);
    }
  }
  return SecretKeysController;
}
