import { Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import { AppContacts } from '../coexistence/app-contacts';
import { HistoryCallbacks } from '../coexistence/history-callbacks';
import { AccountUpdates } from './account-updates';
import { entriesOf, readChanges } from '../envelopes/envelope.rules';
import { InboundMessages } from './inbound-messages';
import { NumberUpdates } from './number-updates';
import { OwnEntries } from './own-entries';
import { Preferences } from './preferences';
import { StatusReports } from './status-reports';
import { TemplateUpdates } from '../templates/template-updates';

/** Applies callbacks, in one transaction. Unknown fields are ignored. */
@Injectable()
export class CallbackEffects {
  constructor(
    private readonly own: OwnEntries,
    private readonly arrivals: InboundMessages,
    private readonly statuses: StatusReports,
    private readonly preferences: Preferences,
    private readonly accounts: AccountUpdates,
    private readonly numbers: NumberUpdates,
    private readonly templates: TemplateUpdates,
    private readonly appContacts: AppContacts,
    private readonly history: HistoryCallbacks,
  ) {}

  /** @param bodies in order of arrival. */
  async apply(tx: Transaction, bodies: string[]): Promise<void> {
    const changes = bodies.flatMap(readChanges);
    const ours = await this.own.among(
      {
        messages: entriesOf(changes, 'messages', 'messages'),
        statuses: entriesOf(changes, 'messages', 'statuses'),
        preferences: entriesOf(changes, 'user_preferences', 'user_preferences'),
        echoes: entriesOf(changes, 'smb_message_echoes', 'message_echoes'),
        appContacts: entriesOf(changes, 'smb_app_state_sync', 'state_sync'),
        pieces: entriesOf(changes, 'history', 'history'),
        media: entriesOf(changes, 'history', 'messages'),
        mediaEchoes: entriesOf(changes, 'history', 'message_echoes'),
      },
      tx,
    );
    await this.arrivals.apply({ messages: ours.messages, echoes: ours.echoes }, tx);
    await this.statuses.apply(ours.statuses, tx);
    this.preferences.apply(ours.preferences, tx);
    await this.appContacts.apply(ours.appContacts, tx);
    await this.history.apply({ pieces: ours.pieces, media: [...ours.media, ...ours.mediaEchoes] }, tx);
    await this.accounts.apply(changes, tx);
    await this.numbers.apply(changes, tx);
    await this.templates.apply(changes, tx);
  }
}
