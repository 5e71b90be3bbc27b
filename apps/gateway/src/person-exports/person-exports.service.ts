import { once } from 'node:events';
import { PassThrough, type Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import { waitMsOf, type RequestContext } from '@chat/contracts';
import type { ErasePerson } from '@chat/contracts/crm';
import { AppError } from '@chat/errors';
import { AccountSlots } from '@chat/flow';
import { BLOB_STORE, type BlobStore } from '@chat/media';
import { exportPerson, ExportStream } from '@chat/media/person-export';

/** It reads the log of deliveries and the files of the person: the services have other work, too. */
const AT_ONCE = 1;
const RETRY_AFTER_S = 30;

interface Asked {
  readonly context: RequestContext;
  /** Whether whoever asked may still have it. It may take minutes. @throws AppError */
  readonly confirm: () => Promise<void>;
}

/** Everything that is stored of a person, as a document that is written while it is read. */
@Injectable()
export class PersonExports {
  private readonly slots = new AccountSlots(AT_ONCE);

  constructor(
    private readonly bus: BusClient,
    @Inject(BLOB_STORE) private readonly store: BlobStore,
  ) {}

  /**
   * Resolves once the document has begun. One that cannot be completed ends with an error.
   * @throws AppError `rate_limit_exceeded` while the account has another one under way; what the services refuse.
   */
  async open(person: ErasePerson, { context, confirm }: Asked): Promise<Readable> {
    const accountId = context.account.id;
    if (!this.slots.tryAcquire(accountId)) throw busy();
    const document = new PassThrough();
    exportPerson(
      async (operation, input) => {
        await confirm();
        const deadline = Date.now() + waitMsOf(operation);
        return this.bus.request(operation, { ...context, deadline }, input);
      },
      person,
      new ExportStream(document, this.store),
    )
      .then(
        () => document.end(),
        (error: Error) => document.destroy(error),
      )
      .finally(() => this.slots.release(accountId));
    await once(document, 'readable');
    return document;
  }
}

function busy(): AppError {
  const message = 'Another export of this account is under way. Wait for it to end.';
  return new AppError('rate_limit_exceeded', { message, retry_after: RETRY_AFTER_S });
}
