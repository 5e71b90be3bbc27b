import { Controller, Inject, type Type } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  personTraceOperations,
  type ErasedPersonTraces,
  type PendingWork,
} from '@chat/contracts/person-traces';
import { PersonTraces } from './person-traces';

type Operations = ReturnType<typeof personTraceOperations>;

/** Returns the controller by which a service erases people from its events, jobs and dead letters. */
export function personTracesController(service: string): Type {
  const operations = personTraceOperations(service);

  @Controller()
  class PersonTracesController {
    constructor(@Inject(PersonTraces) private readonly traces: PersonTraces) {}

    @Handles(operations.pending)
    async pending({ body }: InputOf<Operations['pending']>): Promise<PendingWork> {
      return { is_pending: await this.traces.isPending(new Date(body.since)) };
    }

    @Handles(operations.erase)
    async erase(
      { body }: InputOf<Operations['erase']>,
      { account }: RequestContext,
    ): Promise<ErasedPersonTraces> {
      return this.traces.erase(account.id, body);
    }
  }
  return PersonTracesController;
}
