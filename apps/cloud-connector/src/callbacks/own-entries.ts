import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import { LOGGER, type Logger } from '@chat/service-kit';
import { instruments } from '@chat/telemetry';
import type { Entry } from '../envelopes/entry';
import type { OfNumber } from '../envelopes/envelope.rules';
import type { NumberRow } from '../numbers/number.row';
import { NumbersRepository } from '../numbers/numbers.repository';

type Reported = OfNumber<Entry['item']>;

/** Finds our numbers that the entries of callbacks are about. */
@Injectable()
export class OwnEntries {
  constructor(
    private readonly numbers: NumbersRepository,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Returns the entries of our numbers, by kind. Those of other installations are left out, and so are those of a number
   * that name another account than its own: the provider may have given it to somebody else.
   */
  async among<Kind extends string>(
    reported: Record<Kind, Reported[]>,
    tx: Transaction,
  ): Promise<Record<Kind, Entry[]>> {
    const numbers = await this.find(Object.values<Reported[]>(reported).flat(), tx);
    const foreign: NumberRow[] = [];
    const toEntries = ({ phoneNumberId, wabaId, ...entry }: Reported): Entry[] => {
      const number = numbers.get(phoneNumberId);
      if (!number) return [];
      if (number.waba_id === wabaId) return [{ number, ...entry }];
      foreign.push(number);
      return [];
    };
    const kinds = Object.entries<Reported[]>(reported).map(([kind, entries]) => [
      kind,
      entries.flatMap(toEntries),
    ]);
    this.report(foreign);
    return Object.fromEntries(kinds) as Record<Kind, Entry[]>;
  }

  private async find(entries: Reported[], tx: Transaction): Promise<Map<string, NumberRow>> {
    const ids = [...new Set(entries.map(({ phoneNumberId }) => phoneNumberId))];
    return ids.length === 0 ? new Map() : this.numbers.findByPhoneNumberIds(ids, tx.manager);
  }

  private report(foreign: NumberRow[]): void {
    for (const number of new Set(foreign)) {
      const count = foreign.filter((other) => other === number).length;
      instruments.foreignCallbackEntries.live?.inc(count);
      this.logger.warn(
        { accountId: number.account_id, channelId: number.channel_id, count },
        'callbacks of another account at the provider name this number',
      );
    }
  }
}
