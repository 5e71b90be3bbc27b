import { Module } from '@nestjs/common';
import { blobStoreProvider } from './blob-store.provider';
import { UploadSweepService } from './upload-sweep.service';
import { UploadsRepository } from './uploads.repository';
import { UploadsService } from './uploads.service';

@Module({
  providers: [blobStoreProvider, UploadsRepository, UploadsService, UploadSweepService],
  exports: [UploadsService],
})
export class UploadsModule {}
