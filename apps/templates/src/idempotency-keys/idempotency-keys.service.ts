import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { BackgroundLoops, type Reply } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type { DeletedTemplate, TemplateResult } from '@chat/contracts/templates';
import { AppError } from '@chat/errors';
import { Idempotency, type Attempt, type Success } from '@chat/idempotency';
import { Usage } from '@chat/service-kit';
import { isDeletedChannel } from '../templates/template.row';
import { TemplatesRepository } from '../templates/templates.repository';
import { outcomeOfCreation, outcomeOfDeletion } from './outcomes';

/** The Idempotency-Keys of creations and deletions. The template's row shows the outcome of an interrupted request. */
@Injectable()
export class IdempotencyKeysService {
  private readonly creations: Idempotency;
  private readonly deletions: Idempotency;

  constructor(dataSource: DataSource, loops: BackgroundLoops, templates: TemplatesRepository, usage: Usage) {
    const keysWith = (outcomeOf: typeof outcomeOfCreation | typeof outcomeOfDeletion) =>
      new Idempotency(dataSource, 'templates', {
        isHidden: isDeletedChannel,
        refusalOf: (accountId) => usage.refusalOf({ accountId, limit: 'template_keys', amount: 1 }),
        outcomeOf: async (accountId, id) => {
          const row = await templates.find(accountId, id);
          return row && outcomeOf(row);
        },
      });
    this.creations = keysWith(outcomeOfCreation);
    this.deletions = keysWith(outcomeOfDeletion);
    this.creations.purgeIn(loops);
  }

  /** @throws AppError as `Idempotency.run` does. */
  create(
    context: RequestContext,
    fingerprint: Buffer,
    work: (attempt: Attempt) => Promise<Success<TemplateResult>>,
  ): Promise<Reply<TemplateResult>> {
    return this.creations.run(recordKey(context, 'templates.create'), fingerprint, work);
  }

  /** @throws AppError as `Idempotency.run` does. */
  delete(
    context: RequestContext,
    fingerprint: Buffer,
    work: (attempt: Attempt) => Promise<Success<DeletedTemplate>>,
  ): Promise<Reply<DeletedTemplate>> {
    return this.deletions.run(recordKey(context, 'templates.delete'), fingerprint, work);
  }

  /** Erases up to `limit` stored answers of a deleted channel. @returns how many. */
  eraseChannel(accountId: number, channelId: number, limit: number, manager: EntityManager): Promise<number> {
    return this.creations.eraseChannel(accountId, channelId, limit, manager);
  }
}

function recordKey(
  { account, credential, idempotencyKey: key, deadline }: RequestContext,
  operation: string,
) {
  if (key === null) throw new AppError('idempotency_key_required');
  return { accountId: account.id, namespace: `${credential.id}/${operation}`, key, deadline };
}
