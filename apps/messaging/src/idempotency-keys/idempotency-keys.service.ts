import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BackgroundLoops, type Reply } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import { Idempotency, type Attempt } from '@chat/idempotency';
import { isDeleted } from '../deleted-channels/visible';
import { MessagesRepository } from '../messages/messages.repository';
import { outcomeOf } from './message-outcome.rules';

/** What is done once for each key: the work of an operation that sends one message. */
export interface KeyedWork<T extends object> {
  /** Keys of two operations never meet, as in `messages.send`. */
  operation: string;
  /** Of what defines the request; asked for only when there is a key. */
  fingerprint: () => Buffer;
  /** @param attempt to be told before the network is reached; null for a request without a key. */
  work: (attempt: Attempt | null) => Promise<T>;
}

/** The Idempotency-Keys of sends. What became of a send is what its message says. */
@Injectable()
export class IdempotencyKeysService {
  private readonly idempotency: Idempotency;

  constructor(dataSource: DataSource, loops: BackgroundLoops, messages: MessagesRepository) {
    this.idempotency = new Idempotency(dataSource, 'messaging', {
      isHidden: isDeleted,
      outcomeOf: async (accountId, messageId) => {
        const row = await messages.find(accountId, messageId);
        return row && outcomeOf(row);
      },
    });
    this.idempotency.purgeIn(loops);
  }

  /**
   * Does the work of a request: once for all requests with its key, and each time without one.
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

  /** Erases up to `limit` answers of a deleted channel. @returns how many. */
  eraseChannel(accountId: number, channelId: number, limit: number, manager: EntityManager): Promise<number> {
    return this.idempotency.eraseChannel(accountId, channelId, limit, manager);
  }
}
