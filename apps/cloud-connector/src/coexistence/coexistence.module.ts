import { Module } from '@nestjs/common';
import { NumbersModule } from '../numbers/numbers.module';
import { ProviderModule } from '../provider/provider.module';
import { AppContacts } from './app-contacts';
import { HistoryCallbacks } from './history-callbacks';
import { HistoryImportsService } from './history-imports.service';
import { SyncRequestsService } from './sync-requests.service';
import { SyncRefusals } from './sync-refusals';
import { SyncsService } from './syncs.service';

/** Numbers that stay active in the business app: what it shares of them. */
@Module({
  imports: [NumbersModule, ProviderModule],
  providers: [
    AppContacts,
    HistoryCallbacks,
    HistoryImportsService,
    SyncRefusals,
    SyncRequestsService,
    SyncsService,
  ],
  exports: [AppContacts, HistoryCallbacks, SyncRefusals],
})
export class CoexistenceModule {}
