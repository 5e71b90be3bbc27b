import { Module } from '@nestjs/common';
import { blobStoreProvider } from '@chat/media';
import { ChatAccountsRepository } from './channels/chat-accounts.repository';
import { ChatAccountsService } from './channels/chat-accounts.service';
import { ChannelPurgeService } from './deleted-channels/channel-purge.service';
import { DeletedChannelsController } from './deleted-channels/deleted-channels.controller';
import { IdempotencyKeysService } from './idempotency-keys/idempotency-keys.service';
import { ProviderTemplatesClient } from './provider/provider.client';
import { BlobsRepository } from './samples/blobs.repository';
import { SamplesController } from './samples/samples.controller';
import { SamplesService } from './samples/samples.service';
import { ReportsConsumer } from './sync/reports.consumer';
import { SeenRepository } from './sync/seen.repository';
import { RereadingService } from './sync/rereading.service';
import { SettlementService } from './sync/settlement.service';
import { AccountSync } from './sync/account-sync';
import { SyncService } from './sync/sync.service';
import { CreationService } from './lifecycle/creation.service';
import { DeletionService } from './lifecycle/deletion.service';
import { EditingService } from './lifecycle/editing.service';
import { TemplateChangesService } from './templates/template-changes.service';
import { TemplatesController } from './lifecycle/templates.controller';
import { TemplatesRepository } from './templates/templates.repository';
import { TemplatesService } from './lifecycle/templates.service';

/** Everything that the service consists of. */
@Module({
  controllers: [DeletedChannelsController, SamplesController, TemplatesController],
  providers: [
    AccountSync,
    BlobsRepository,
    ChannelPurgeService,
    ChatAccountsRepository,
    ChatAccountsService,
    CreationService,
    DeletionService,
    EditingService,
    IdempotencyKeysService,
    ProviderTemplatesClient,
    ReportsConsumer,
    RereadingService,
    SamplesService,
    SeenRepository,
    SettlementService,
    SyncService,
    TemplateChangesService,
    TemplatesRepository,
    TemplatesService,
    blobStoreProvider,
  ],
})
export class AppModule {}
