import { Injectable } from '@nestjs/common';
import type { OpenNumber } from '../numbers/number.row';
import { NumbersService } from '../numbers/numbers.service';

const MAX_NUMBERS = 10_000;

/**
 * Caches numbers with their tokens, so that sends need not unseal them. Entries may be stale: the statement that begins
 * a send compares them with the row.
 */
@Injectable()
export class KnownNumbers {
  private readonly known = new Map<string, OpenNumber>();

  constructor(private readonly numbers: NumbersService) {}

  /** @returns null if the channel has no connected number. */
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
