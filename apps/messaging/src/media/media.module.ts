import { Module } from '@nestjs/common';
import { blobStoreProvider } from '@chat/blob-store';
import { BlobsRepository } from './blobs.repository';
import { BlobsService } from './blobs.service';
import { MediaController } from './media.controller';
import { MediaService } from './media.service';
import { MessageMediaRepository } from './message-media.repository';
import { UrlFilesService } from './url-files.service';
import { VoiceNotesService } from './voice-notes.service';

@Module({
  controllers: [MediaController],
  providers: [
    blobStoreProvider,
    BlobsRepository,
    BlobsService,
    MediaService,
    MessageMediaRepository,
    UrlFilesService,
    VoiceNotesService,
  ],
  exports: [BlobsRepository, BlobsService, MediaService, UrlFilesService, VoiceNotesService],
})
export class MediaModule {}
