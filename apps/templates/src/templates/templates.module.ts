import { Module } from '@nestjs/common';
import { blobStoreProvider } from '@chat/blob-store';
import { ChatAccountsRepository } from '../channels/chat-accounts.repository';
import { ChatAccountsService } from '../channels/chat-accounts.service';
import { IdempotencyKeysService } from '../idempotency-keys/idempotency-keys.service';
import { ProviderTemplatesClient } from '../provider/provider.client';
import { BlobsRepository } from '../samples/blobs.repository';
import { SamplesController } from '../samples/samples.controller';
import { SamplesService } from '../samples/samples.service';
import { ReportsConsumer } from '../sync/reports.consumer';
import { SeenRepository } from '../sync/seen.repository';
import { SettlementService } from '../sync/settlement.service';
import { SyncService } from '../sync/sync.service';
import { CreationService } from './creation.service';
import { DeletionService } from './deletion.service';
import { EditingService } from './editing.service';
import { TemplateChangesService } from './template-changes.service';
import { TemplatesController } from './templates.controller';
import { TemplatesRepository } from './templates.repository';
import { TemplatesService } from './templates.service';

/** Templates, their samples and their sync need each other, so they share one module. */
@Module({
  controllers: [SamplesController, TemplatesController],
  providers: [
    blobStoreProvider,
    BlobsRepository,
    ChatAccountsRepository,
    ChatAccountsService,
    CreationService,
    DeletionService,
    EditingService,
    IdempotencyKeysService,
    ProviderTemplatesClient,
    ReportsConsumer,
    SamplesService,
    SeenRepository,
    SettlementService,
    SyncService,
    TemplateChangesService,
    TemplatesRepository,
    TemplatesService,
  ],
  exports: [BlobsRepository, ChatAccountsRepository, IdempotencyKeysService],
})
export class TemplatesModule {}
