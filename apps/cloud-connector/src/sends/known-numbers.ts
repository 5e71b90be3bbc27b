import { Injectable } from '@nestjs/common';
import type { OpenNumber } from '../numbers/number.row';
import { NumbersService } from '../numbers/numbers.service';

const MAX_NUMBERS = 10_000;

/**
 * Remembers numbers with their tokens, so that a send need not open them. What is remembered may be old: the statement
 * that begins a send holds it against the row.
 */
@Injectable()
export class KnownNumbers {
  private readonly known = new Map<string, OpenNumber>();

  constructor(private readonly numbers: NumbersService) {}

  /** @returns null when the channel has no number that is connected. */
  async find(accountId: number, channelId: number): Promise<OpenNumber | null> {
    const remembered = this.known.get(keyOf(accountId, channelId));
    if (remembered) return remembered;
    const number = await this.numbers.open(accountId, channelId);
    if (!number?.isConnected) return null;
    if (this.known.size >= MAX_NUMBERS) this.known.clear();
    this.known.set(keyOf(accountId, channelId), number);
    return number;
  }

  forget({ accountId, channelId }: OpenNumber): void {
    this.known.delete(keyOf(accountId, channelId));
  }
}

function keyOf(accountId: number, channelId: number): string {
  return `${accountId}/${channelId}`;
}
