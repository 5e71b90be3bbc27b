import { Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import type { NumberRow } from '../numbers/number.row';
import { NumbersRepository } from '../numbers/numbers.repository';
import { AccountUpdates } from './account-updates';
import { entriesOf, readChanges, type OfNumber } from './envelope.rules';
import { InboundMessages } from './inbound-messages';
import { Preferences } from './preferences';
import { StatusReports } from './status-reports';
import { TemplateUpdates } from '../templates/template-updates';

/** An entry of a callback, with the number of ours that it is about. */
export interface Entry {
  number: NumberRow;
  item: Record<string, unknown>;
  contacts: Record<string, unknown>[];
}

/** What callbacks change here, in one transaction. A field that nobody here knows changes nothing. */
@Injectable()
export class CallbackEffects {
  constructor(
    private readonly numbers: NumbersRepository,
    private readonly inbound: InboundMessages,
    private readonly statuses: StatusReports,
    private readonly preferences: Preferences,
    private readonly accounts: AccountUpdates,
    private readonly templates: TemplateUpdates,
  ) {}

  /** @param bodies in the order in which they came. */
  async apply(tx: Transaction, bodies: string[]): Promise<void> {
    const changes = bodies.flatMap(readChanges);
    const messages = entriesOf(changes, 'messages', 'messages');
    const statuses = entriesOf(changes, 'messages', 'statuses');
    const preferences = entriesOf(changes, 'user_preferences', 'user_preferences');
    const numbers = await this.find([...messages, ...statuses, ...preferences], tx);
    // What is for a number of somebody else is none of our business.
    const ours = (entries: OfNumber<Record<string, unknown>>[]): Entry[] =>
      entries.flatMap(({ phoneNumberId, item, contacts }) => {
        const number = numbers.get(phoneNumberId);
        return number ? [{ number, item, contacts }] : [];
      });
    await this.inbound.take(ours(messages), tx);
    await this.statuses.take(ours(statuses), tx);
    this.preferences.take(ours(preferences), tx);
    await this.accounts.take(changes, tx);
    await this.templates.take(changes, tx);
  }

  private async find(entries: OfNumber<unknown>[], tx: Transaction): Promise<Map<string, NumberRow>> {
    const ids = [...new Set(entries.map(({ phoneNumberId }) => phoneNumberId))];
    return ids.length === 0 ? new Map() : this.numbers.findByPhoneNumberIds(ids, tx.manager);
  }
}
