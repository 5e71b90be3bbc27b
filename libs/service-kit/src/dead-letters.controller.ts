import { Controller, Inject, type Type } from '@nestjs/common';
import { DeadLetters, Handles, type StoredLetter } from '@chat/bus';
import type { InputOf } from '@chat/contracts';
import {
  deadLetterOperations,
  MAX_DEAD_LETTERS,
  type DeadLetter,
  type DeadLetterList,
  type DeadLetterResult,
  type Replay,
} from '@chat/contracts/dead-letters';
import { toTimestamp } from './timestamp';

type Operations = ReturnType<typeof deadLetterOperations>;

/** Returns the controller for the dead letters of a service; each service has its own subjects. */
export function deadLettersController(service: string): Type {
  const operations = deadLetterOperations(service);

  @Controller()
  class DeadLettersController {
    constructor(@Inject(DeadLetters) private readonly letters: DeadLetters) {}

    @Handles(operations.list)
    async list({ body }: InputOf<Operations['list']>): Promise<DeadLetterList> {
      const letters = await this.letters.list(body.after_id ?? 0, body.limit ?? MAX_DEAD_LETTERS);
      return { dead_letters: letters.map(toDeadLetter) };
    }

    @Handles(operations.get)
    async get({ body }: InputOf<Operations['get']>): Promise<DeadLetterResult> {
      const letter = await this.letters.get(body.id);
      return { dead_letter: { ...toDeadLetter(letter), document: letter.event } };
    }

    @Handles(operations.replay)
    async replay({ body }: InputOf<Operations['replay']>): Promise<Replay> {
      return { reason: null, ...(await this.letters.replay(body.id)) };
    }
  }
  return DeadLettersController;
}

function toDeadLetter({ id, consumer, event, reason, createdAt }: StoredLetter): DeadLetter {
  return {
    id,
    consumer,
    event_id: event.id,
    event_type: event.type,
    account_id: Number(event.accountid),
    entity: event.subject,
    reason,
    created_at: toTimestamp(createdAt),
  };
}
