import { Injectable } from '@nestjs/common';
import { BackgroundLoops } from '@chat/bus';
import { MessageCountsRepository, type Look } from './message-counts.repository';

const ROUND_MS = 1_000;
const EVENTS_AT_ONCE = 1_000;

/**
 * Counts what became of messages, from the events in the outbox, each once: how far it has come commits with the counts (ADR 81).
 * An event is counted when the transactions have ended that may still add one before it, so two or three seconds later.
 */
@Injectable()
export class MessageCountingService {
  /** How far the outbox is to be counted next. */
  private look: Look | null = null;

  constructor(
    private readonly counts: MessageCountsRepository,
    loops: BackgroundLoops,
  ) {
    loops.add({ name: 'message-counting', round: () => this.count(), everyMs: ROUND_MS });
  }

  /** @returns whether there is more to count at once. */
  private async count(): Promise<boolean> {
    if (!this.look) {
      this.look = await this.counts.lookAhead();
      return false;
    }
    const { last } = this.look;
    const countedTo = await this.counts.advance(this.look, EVENTS_AT_ONCE);
    if (countedTo === null) return false;
    if (countedTo >= last) this.look = await this.counts.lookAhead();
    return countedTo < last;
  }
}
