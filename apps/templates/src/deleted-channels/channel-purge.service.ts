import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DeletedChannels, type ChannelPurge } from '@chat/service-kit';
import { ChatAccountsRepository } from '../channels/chat-accounts.repository';
import { IdempotencyKeysService } from '../idempotency-keys/idempotency-keys.service';

/** Purges deleted channels, and the templates of a provider account together with the last channel there. */
@Injectable()
export class ChannelPurgeService implements ChannelPurge, OnApplicationBootstrap {
  constructor(
    private readonly channels: DeletedChannels,
    private readonly accounts: ChatAccountsRepository,
    private readonly keys: IdempotencyKeysService,
  ) {}

  onApplicationBootstrap(): void {
    this.channels.purgeWith(this);
  }

  async purgeSome(
    accountId: number,
    channelId: number,
    limit: number,
    manager: EntityManager,
  ): Promise<number> {
    const erased = await this.keys.eraseChannel(accountId, channelId, limit, manager);
    if (erased > 0) return erased;
    const account = await this.accounts.lock(accountId, channelId, manager);
    if (!account) return 0;
    const { wabaId } = account;
    const isLast = (await this.accounts.ofWaba(accountId, wabaId)).length === 0;
    const deleted = isLast ? await deleteTemplates(accountId, wabaId, limit, manager) : 0;
    if (deleted > 0) return deleted;
    return (await this.accounts.delete(accountId, channelId, manager)) ? 1 : 0;
  }
}

/** Deletes templates and abandons their samples, whose bytes the sweep deletes. */
async function deleteTemplates(
  accountId: number,
  wabaId: string,
  limit: number,
  manager: EntityManager,
): Promise<number> {
  const gone: { blob: string | null }[] = await manager.query(
    `WITH gone AS (
       DELETE FROM templates.templates WHERE ctid = ANY (ARRAY(
         SELECT ctid FROM templates.templates WHERE account_id = $1 AND waba_id = $2 LIMIT $3))
       RETURNING account_id, sample ->> 'blob' AS blob
     ), abandoned AS (
       UPDATE templates.blobs SET due_at = now() FROM gone
       WHERE blobs.account_id = gone.account_id AND blobs.blob = gone.blob
     )
     SELECT blob FROM gone`,
    [accountId, wabaId, limit],
  );
  return gone.length;
}
