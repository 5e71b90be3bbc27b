import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ACCOUNT_COLUMNS, type AccountColumns } from './account-columns';
import { parseRange } from './allowlist.rules';
import { keyedDigest } from './keyed-digest';
import type { Principal } from './principal';
import type { StoredDigest } from './secret-digests';

/** An API key that is not revoked, with its account. */
export interface KnownKey {
  readonly principal: Principal;
  readonly secret: StoredDigest;
  /** The secret before the last rotation, while it is still valid. */
  readonly formerSecret: StoredDigest | null;
}

interface KeyRow extends AccountColumns {
  account_id: number;
  secret_digest: Buffer;
  secret_digest_key: Buffer | null;
  former_secret_digest: Buffer | null;
  former_secret_digest_key: Buffer | null;
  scopes: string[] | null;
  allowlist: string[];
}

@Injectable()
export class CredentialsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async find(clientId: string): Promise<KnownKey | null> {
    const [row]: KeyRow[] = await this.dataSource.query(
      `SELECT k.account_id, k.secret_digest, k.secret_digest_key, k.former_secret_digest_key, k.scopes, k.allowlist,
              CASE WHEN k.former_secret_until > now() THEN k.former_secret_digest END AS former_secret_digest,
              ${ACCOUNT_COLUMNS}
       FROM gateway.api_keys k JOIN gateway.accounts a ON a.id = k.account_id
       WHERE k.client_id = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`,
      [clientId],
    );
    return row ? toKnownKey(clientId, row) : null;
  }

  /** A gateway that writes the same key at the same time writes the same minute, so this does not wait for its lock. */
  async markUsed(clientIds: readonly string[]): Promise<void> {
    await this.dataSource.query(
      `WITH used AS MATERIALIZED (
         SELECT account_id, client_id FROM gateway.api_keys WHERE client_id = ANY ($1::text[])
         FOR NO KEY UPDATE SKIP LOCKED)
       UPDATE gateway.api_keys k SET last_used_at = now()
       FROM used WHERE (k.account_id, k.client_id) = (used.account_id, used.client_id)`,
      [clientIds],
    );
  }

  /** Without this, digests of expired secrets would keep an old secret key in use forever. */
  async forgetFormerSecrets(): Promise<void> {
    await this.dataSource.query(
      `UPDATE gateway.api_keys 
       SET former_secret_digest = NULL, former_secret_digest_key = NULL, former_secret_until = NULL
       WHERE former_secret_until <= now()`,
    );
  }

  /** Does nothing if the digest has changed in the meantime. */
  async replaceDigest(clientId: string, from: Buffer, to: Buffer): Promise<void> {
    await this.dataSource.query(
      `UPDATE gateway.api_keys SET secret_digest = $3, secret_digest_key = NULL
       WHERE client_id = $1 AND secret_digest = $2`,
      [clientId, from, to],
    );
  }
}

function toKnownKey(clientId: string, row: KeyRow): KnownKey {
  const {
    account_id,
    secret_digest,
    secret_digest_key,
    former_secret_digest,
    former_secret_digest_key,
    ...rest
  } = row;
  const { scopes, allowlist, account_name: accountName, ...others } = rest;
  const { is_suspended: isSuspended, takes_agents: takesAgents, ...plan } = others;
  const context = keyedDigest.contextOf([account_id, clientId]);
  return {
    principal: {
      account: { id: account_id, plan },
      accountName,
      credential: { type: 'api_key', id: clientId, scopes },
      resource: null,
      agent: null,
      takesAgents,
      allowlist: allowlist.map(parseRange).filter((range) => range !== null),
      isSuspended,
    },
    secret: { digest: secret_digest, key: secret_digest_key, context },
    formerSecret: former_secret_digest && {
      digest: former_secret_digest,
      key: former_secret_digest_key,
      context,
    },
  };
}
