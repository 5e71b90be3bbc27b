import { Module } from '@nestjs/common';
import { NumbersModule } from '../numbers/numbers.module';
import { ProviderModule } from '../provider/provider.module';
import { AppContacts } from './app-contacts';
import { HistoryCallbacks } from './history-callbacks';
import { HistoryImportsService } from './history-imports.service';
import { SyncRequestsService } from './sync-requests.service';
import { SyncRefusals } from './sync-refusals';
import { SyncsService } from './syncs.service';

/** What the business app shares of numbers that stay active in it. */
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
