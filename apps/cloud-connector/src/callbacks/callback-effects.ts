import { Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import { AppContacts } from '../coexistence/app-contacts';
import { HistoryCallbacks } from '../coexistence/history-callbacks';
import type { NumberRow } from '../numbers/number.row';
import { NumbersRepository } from '../numbers/numbers.repository';
import { AccountUpdates } from './account-updates';
import type { Entry } from '../envelopes/entry';
import { entriesOf, readChanges, type OfNumber } from '../envelopes/envelope.rules';
import { InboundMessages } from './inbound-messages';
import { Preferences } from './preferences';
import { StatusReports } from './status-reports';
import { TemplateUpdates } from '../templates/template-updates';

/** Applies callbacks, in one transaction. Unknown fields are ignored. */
@Injectable()
export class CallbackEffects {
  constructor(
    private readonly numbers: NumbersRepository,
    private readonly arrivals: InboundMessages,
    private readonly statuses: StatusReports,
    private readonly preferences: Preferences,
    private readonly accounts: AccountUpdates,
    private readonly templates: TemplateUpdates,
    private readonly appContacts: AppContacts,
    private readonly history: HistoryCallbacks,
  ) {}

  /** @param bodies in order of arrival. */
  async apply(tx: Transaction, bodies: string[]): Promise<void> {
    const changes = bodies.flatMap(readChanges);
    const messages = entriesOf(changes, 'messages', 'messages');
    const statuses = entriesOf(changes, 'messages', 'statuses');
    const preferences = entriesOf(changes, 'user_preferences', 'user_preferences');
    const echoes = entriesOf(changes, 'smb_message_echoes', 'message_echoes');
    const appContacts = entriesOf(changes, 'smb_app_state_sync', 'state_sync');
    const pieces = entriesOf(changes, 'history', 'history');
    const media = entriesOf(changes, 'history', 'messages');
    const all = [messages, statuses, preferences, echoes, appContacts, pieces, media].flat();
    const numbers = await this.find(all, tx);
    // Entries for numbers of other installations are ignored.
    const ours = (entries: OfNumber<Record<string, unknown>>[]): Entry[] =>
      entries.flatMap(({ phoneNumberId, item, contacts }) => {
        const number = numbers.get(phoneNumberId);
        return number ? [{ number, item, contacts }] : [];
      });
    await this.arrivals.take({ messages: ours(messages), echoes: ours(echoes) }, tx);
    await this.statuses.take(ours(statuses), tx);
    this.preferences.take(ours(preferences), tx);
    await this.appContacts.take(ours(appContacts), tx);
    await this.history.take({ pieces: ours(pieces), media: ours(media) }, tx);
    await this.accounts.take(changes, tx);
    await this.templates.take(changes, tx);
  }

  private async find(entries: OfNumber<unknown>[], tx: Transaction): Promise<Map<string, NumberRow>> {
    const ids = [...new Set(entries.map(({ phoneNumberId }) => phoneNumberId))];
    return ids.length === 0 ? new Map() : this.numbers.findByPhoneNumberIds(ids, tx.manager);
  }
}
