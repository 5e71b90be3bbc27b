import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Plan } from '@chat/contracts';
import { parseRange } from './allowlist.rules';
import type { Principal } from './principal';

/** An API key that is not revoked, with the account it belongs to. */
export interface KnownKey {
  readonly principal: Principal;
  readonly secretDigest: Buffer;
}

interface KeyRow extends Plan {
  account_id: number;
  secret_digest: Buffer;
  scopes: string[] | null;
  allowlist: string[];
}

@Injectable()
export class CredentialsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(clientId: string): Promise<KnownKey | null> {
    const [row]: KeyRow[] = await this.dataSource.query(
      `SELECT k.account_id, k.secret_digest, k.scopes, k.allowlist,
              a.account_limit, a.device_channels, a.cloud_channels, a.coexistence, a.rate_limit
       FROM gateway.api_keys k JOIN gateway.accounts a ON a.id = k.account_id
       WHERE k.client_id = $1 AND k.revoked_at IS NULL`,
      [clientId],
    );
    return row ? toKnownKey(clientId, row) : null;
  }

  /** Does nothing when the digest is another one by now. */
  async replaceDigest(clientId: string, from: Buffer, to: Buffer): Promise<void> {
    await this.dataSource.query(
      'UPDATE gateway.api_keys SET secret_digest = $3 WHERE client_id = $1 AND secret_digest = $2',
      [clientId, from, to],
    );
  }
}

function toKnownKey(clientId: string, row: KeyRow): KnownKey {
  const { account_id, secret_digest, scopes, allowlist, ...plan } = row;
  return {
    principal: {
      account: { id: account_id, plan },
      credential: { type: 'api_key', id: clientId, scopes },
      allowlist: allowlist.map(parseRange).filter((range) => range !== null),
    },
    secretDigest: secret_digest,
  };
}
