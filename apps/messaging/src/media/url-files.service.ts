import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { StoredFile } from '@chat/contracts';
import { UrlFiles, type UrlFile } from '@chat/media-files';
import { reachOf } from '@chat/outbound';
import { CONFIG } from '@chat/service-kit';
import type { MessagingConfig } from '../config';
import { BlobsService } from './blobs.service';

/** Fetches files from the URLs of requests into the blobs of a channel. */
@Injectable()
export class UrlFilesService implements OnApplicationShutdown {
  private readonly files: UrlFiles;

  constructor(
    @Inject(CONFIG) config: MessagingConfig,
    private readonly blobs: BlobsService,
  ) {
    this.files = new UrlFiles(reachOf(config));
  }

  onApplicationShutdown(): Promise<void> {
    return this.files.close();
  }

  /** @throws AppError `validation_error` that names the member and why, when there is no such file of that type. */
  fetch(owner: { accountId: number; channelId: number }, file: UrlFile): Promise<StoredFile> {
    return this.files.fetch(file, {
      receive: (source, maxBytes) => this.blobs.receive(owner, source, maxBytes),
      discard: (blob) => this.blobs.discard({ ...owner, blob }),
    });
  }
}
