import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { StoredFile } from '@chat/contracts';
import { invalid } from '@chat/errors';
import { UrlFiles, type UrlFile } from '@chat/media';
import { parseReach, reachOf, readUrl, type Reach } from '@chat/outbound';
import { CONFIG } from '@chat/service-kit';
import type { MessagingConfig } from '../config';
import { BlobsService } from './blobs.service';

/** Fetches files from URLs in requests and stores them as blobs of a channel. */
@Injectable()
export class UrlFilesService implements OnApplicationShutdown {
  private readonly files: UrlFiles;
  private readonly reach: Reach;

  constructor(
    @Inject(CONFIG) config: MessagingConfig,
    private readonly blobs: BlobsService,
  ) {
    const settings = reachOf(config);
    this.files = new UrlFiles(settings);
    this.reach = parseReach(settings);
  }

  onApplicationShutdown(): Promise<void> {
    return this.files.close();
  }

  /** @throws AppError `validation_error` for a URL whose text alone shows that it may not be fetched. */
  requireFetchable({ member, url }: Pick<UrlFile, 'member' | 'url'>): void {
    const { problem } = readUrl(url, this.reach);
    if (problem) throw invalid(member, `${member} could not be fetched. ${problem.message}`);
  }

  /**
   * @throws AppError `validation_error` with the member and the reason if there is no such file of that type;
   * `limit_reached` if the account may keep no more.
   */
  async fetch(
    owner: { accountId: number; channelId: number },
    file: Omit<UrlFile, 'accountId'>,
  ): Promise<StoredFile> {
    await this.blobs.requireRoom(owner.accountId);
    return this.files.fetch(
      { ...file, accountId: owner.accountId },
      {
        receive: (source, maxBytes) => this.blobs.receive(owner, source, maxBytes),
        discard: (blob) => this.blobs.discard({ ...owner, blob }),
      },
    );
  }
}
