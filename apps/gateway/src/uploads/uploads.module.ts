import { Module } from '@nestjs/common';
import { blobStoreProvider } from '@chat/blob-store';
import { UploadSweepService } from './upload-sweep.service';
import { UploadsRepository } from './uploads.repository';
import { UploadsService } from './uploads.service';

@Module({
  providers: [blobStoreProvider, UploadsRepository, UploadsService, UploadSweepService],
  exports: [blobStoreProvider, UploadsService],
})
export class UploadsModule {}
