import { Module, type Type } from '@nestjs/common';
import { blobStoreProvider } from '@chat/media';
import { AccountAssetsController } from './assets/account-assets.controller';
import { AssetsController } from './assets/assets.controller';
import { AssetsRepository } from './assets/assets.repository';
import { AssetsService } from './assets/assets.service';
import { AppContactsConsumer } from './contact-names/app-contacts.consumer';
import { ChangesRepository } from './changes/changes.repository';
import { ChangesService } from './changes/changes.service';
import { ContactEventsConsumer } from './contact-names/contact-events.consumer';
import { CONNECTORS, type Connectors } from './connectors/connectors';
import { ContactNamesRepository } from './contact-names/contact-names.repository';
import { ConversationTextsRepository } from './conversation-texts/conversation-texts.repository';
import { ConversationTextsService } from './conversation-texts/conversation-texts.service';
import { ConversationsController } from './conversations/conversations.controller';
import { ConversationsRepository } from './conversations/conversations.repository';
import { ConversationsService } from './conversations/conversations.service';
import { SearchedConversationsRepository } from './conversations/searched-conversations.repository';
import { ChannelPurgeService } from './deleted-channels/channel-purge.service';
import { DeletedChannelsController } from './deleted-channels/deleted-channels.controller';
import { ErasuresRepository } from './erasures/erasures.repository';
import { ErasuresService } from './erasures/erasures.service';
import { ExportsRepository } from './erasures/exports.repository';
import { ExportsService } from './erasures/exports.service';
import { PeopleFoundRepository } from './erasures/people-found.repository';
import { PeopleController } from './erasures/people.controller';
import { HistoryController } from './history/history.controller';
import { HistoryRepository } from './history/history.repository';
import { HistoryService } from './history/history.service';
import { IdempotencyKeysService } from './idempotency-keys/idempotency-keys.service';
import { BlobSizes } from './media/blob-sizes';
import { BlobsRepository } from './media/blobs.repository';
import { BlobsService } from './media/blobs.service';
import { MediaController } from './media/media.controller';
import { MediaService } from './media/media.service';
import { MessageMediaRepository } from './media/message-media.repository';
import { UrlFilesService } from './media/url-files.service';
import { VoiceNotesService } from './media/voice-notes.service';
import { UploadedMediaController } from './uploaded-media/uploaded-media.controller';
import { UploadedMediaRepository } from './uploaded-media/uploaded-media.repository';
import { UploadedMediaService } from './uploaded-media/uploaded-media.service';
import { HandoverTimes } from './messages/handover-times';
import { MediaUrls } from './messages/media-urls';
import { MessageJournalRepository } from './messages/message-journal.repository';
import { MessageProgressService } from './messages/message-progress.service';
import { MessageCountsController } from './message-counts/message-counts.controller';
import { MessageCountingService } from './message-counts/message-counting.service';
import { MessageCountsRepository } from './message-counts/message-counts.repository';
import { MessageCountsService } from './message-counts/message-counts.service';
import { MessagesController } from './messages/messages.controller';
import { MessagesRepository } from './messages/messages.repository';
import { MessagesService } from './messages/messages.service';
import { IdentitiesService } from './identities/identities.service';
import { MergesRepository } from './merges/merges.repository';
import { MergesService } from './merges/merges.service';
import { NoticesRepository } from './notices/notices.repository';
import { NoticesService } from './notices/notices.service';
import { OptOutsRepository } from './opt-outs/opt-outs.repository';
import { OptOutsService } from './opt-outs/opt-outs.service';
import { PeopleRepository } from './people/people.repository';
import { TypingController } from './typing/typing.controller';
import { TypingRepository } from './typing/typing.repository';
import { TypingService } from './typing/typing.service';
import { ReadingController } from './reading/reading.controller';
import { ReadingRepository } from './reading/reading.repository';
import { ReadingService } from './reading/reading.service';
import { ConnectorEventsConsumer } from './receiving/connector-events.consumer';
import { ChannelsClient } from './sending/channels.client';
import { ConnectorClient } from './sending/connector.client';
import { ContentsService } from './sending/contents.service';
import { DispatchService } from './sending/dispatch.service';
import { RecipientsService } from './sending/recipients.service';
import { ReferencesRepository } from './sending/references.repository';
import { ReferencesService } from './sending/references.service';
import { RestrictionsService } from './sending/restrictions.service';
import { SendSettlementService } from './sending/send-settlement.service';
import { SendController } from './sending/send.controller';
import { SendService } from './sending/send.service';
import { UnsettledSendsRepository } from './sending/unsettled-sends.repository';
import { HeaderMediaService } from './template-sends/header-media.service';
import { TemplateSendController } from './template-sends/template-send.controller';
import { TemplateSendService } from './template-sends/template-send.service';
import { TemplatesClient } from './template-sends/templates.client';
import { RetentionController } from './retention/retention.controller';
import { RetentionRepository } from './retention/retention.repository';
import { RetentionService } from './retention/retention.service';
import { Space } from './space/space';
import { InspectionController } from './inspection/inspection.controller';
import { InspectionService } from './inspection/inspection.service';
import { InspectionsRepository } from './inspection/inspections.repository';
import { MessageLog } from './messages/message-log';
import { WritersController } from './writers/writers.controller';
import { WritersRepository } from './writers/writers.repository';

/** Everything that a service with these connectors consists of. */
export function appModule(connectors: Connectors): Type {
  @Module({
    controllers: [
      InspectionController,
      AccountAssetsController,
      AssetsController,
      ConversationsController,
      DeletedChannelsController,
      HistoryController,
      MediaController,
      MessageCountsController,
      MessagesController,
      PeopleController,
      ReadingController,
      TypingController,
      RetentionController,
      SendController,
      TemplateSendController,
      UploadedMediaController,
      WritersController,
    ],
    providers: [
      MessageLog,
      InspectionsRepository,
      InspectionService,
      { provide: CONNECTORS, useValue: connectors },
      AssetsRepository,
      AssetsService,
      BlobSizes,
      BlobsRepository,
      BlobsService,
      ChangesRepository,
      ChangesService,
      ChannelPurgeService,
      ChannelsClient,
      ConnectorClient,
      ConnectorEventsConsumer,
      AppContactsConsumer,
      ContactEventsConsumer,
      ContactNamesRepository,
      ContentsService,
      ConversationTextsRepository,
      ConversationTextsService,
      ConversationsRepository,
      ConversationsService,
      DispatchService,
      ErasuresRepository,
      ErasuresService,
      ExportsRepository,
      ExportsService,
      HandoverTimes,
      HeaderMediaService,
      HistoryRepository,
      HistoryService,
      IdempotencyKeysService,
      IdentitiesService,
      MediaService,
      MediaUrls,
      MergesRepository,
      MergesService,
      MessageJournalRepository,
      MessageMediaRepository,
      MessageProgressService,
      MessagesRepository,
      MessagesService,
      NoticesRepository,
      NoticesService,
      OptOutsRepository,
      OptOutsService,
      PeopleFoundRepository,
      PeopleRepository,
      ReadingRepository,
      ReadingService,
      TypingRepository,
      TypingService,
      RecipientsService,
      ReferencesRepository,
      ReferencesService,
      RestrictionsService,
      MessageCountsRepository,
      MessageCountingService,
      MessageCountsService,
      RetentionRepository,
      RetentionService,
      SearchedConversationsRepository,
      SendService,
      SendSettlementService,
      Space,
      TemplateSendService,
      TemplatesClient,
      UnsettledSendsRepository,
      UploadedMediaRepository,
      UploadedMediaService,
      UrlFilesService,
      VoiceNotesService,
      WritersRepository,
      blobStoreProvider,
    ],
  })
  class AppModule {}

  return AppModule;
}
