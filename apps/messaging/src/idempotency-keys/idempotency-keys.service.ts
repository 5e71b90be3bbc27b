import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BackgroundLoops, type Reply } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import { Idempotency, type Attempt } from '@chat/idempotency';
import { Usage } from '@chat/service-kit';
import { isDeleted } from '../visibility/visible';
import { MessagesRepository } from '../messages/messages.repository';
import { outcomeOf } from './message-outcome.rules';

/** The work that is done once per key: an operation that sends one message. */
export interface KeyedWork<T extends object> {
  /** The namespace of the keys, such as `messages.send`. */
  operation: string;
  /** Covers everything that defines the request. Called only if there is a key. */
  fingerprint: () => Buffer;
  /** @param attempt must be informed before the network is reached; null for a request without a key. */
  work: (attempt: Attempt | null) => Promise<T>;
}

/** The Idempotency-Keys of sends. The outcome of a send is determined by its message. */
@Injectable()
export class IdempotencyKeysService {
  private readonly idempotency: Idempotency;

  constructor(dataSource: DataSource, loops: BackgroundLoops, messages: MessagesRepository, usage: Usage) {
    this.idempotency = new Idempotency(dataSource, 'messaging', {
      refusalOf: (accountId) => usage.refusalOf({ accountId, limit: 'send_keys', amount: 1 }),
      isHidden: isDeleted,
      outcomeOf: async (accountId, messageId) => {
        const row = await messages.find(accountId, messageId);
        return row && outcomeOf(row);
      },
    });
    this.idempotency.purgeIn(loops);
  }

  /**
   * Does the work of a request: once for all requests with the same key, and every time without one.
   * @throws AppError as `Idempotency.run` does.
   */
  async run<T extends object>(
    { account, credential, idempotencyKey: key, deadline }: RequestContext,
    { operation, fingerprint, work }: KeyedWork<T>,
  ): Promise<T | Reply<T>> {
    if (key === null) return work(null);
    const namespace = `${credential.id}/${operation}`;
    return this.idempotency.run(
      { accountId: account.id, namespace, key, deadline },
      fingerprint(),
      async (attempt) => ({ status: 201, data: await work(attempt), isKnownByEntity: true }),
    );
  }

  /** Erases up to `limit` recorded responses of a deleted channel. @returns how many were erased. */
  eraseChannel(accountId: number, channelId: number, limit: number, manager: EntityManager): Promise<number> {
    return this.idempotency.eraseChannel(accountId, channelId, limit, manager);
  }
}
