import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BlobTooLargeError } from '@chat/blob-store';
import { FETCH_TIMEOUT_MS, uploadLimits, type StoredFile, type UploadClass } from '@chat/contracts';
import { invalid } from '@chat/errors';
import { cleanFilename, describeWrongType, mediaTypeOf } from '@chat/media-files';
import {
  createFileDownloads,
  NoFileError,
  OutboundError,
  reachOf,
  type FileDownloads,
  type RemoteFile,
} from '@chat/outbound';
import { CONFIG } from '@chat/service-kit';
import type { MessagingConfig } from '../config';
import { BlobsService } from './blobs.service';

/** A file that somebody wants to send by its URL. */
export interface UrlFile {
  /** The member of the request that has the URL. */
  member: string;
  url: string;
  type: UploadClass;
}

/** Fetches files from the URLs of requests into the blob store. */
@Injectable()
export class UrlFilesService implements OnApplicationShutdown {
  private readonly downloads: FileDownloads;

  constructor(
    @Inject(CONFIG) config: MessagingConfig,
    private readonly blobs: BlobsService,
  ) {
    this.downloads = createFileDownloads({
      ...reachOf(config),
      timeoutMs: FETCH_TIMEOUT_MS,
      maxBytes: Math.max(...Object.values(uploadLimits)),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.downloads.close();
  }

  /** @throws AppError `validation_error` that names the member, when there is no such file of that kind. */
  async fetch(owner: { accountId: number; channelId: number }, file: UrlFile): Promise<StoredFile> {
    try {
      return await this.downloads.download(file.url, (remote) => this.store(owner, file, remote));
    } catch (error) {
      if (error instanceof BlobTooLargeError) throw invalid(file.member, tooLarge(file));
      if (error instanceof OutboundError || error instanceof NoFileError) {
        throw invalid(file.member, `${file.member} could not be fetched. ${error.message}`);
      }
      throw error;
    }
  }

  private async store(
    owner: { accountId: number; channelId: number },
    { member, type }: UrlFile,
    { url, contentType, contentLength, body }: RemoteFile,
  ): Promise<StoredFile> {
    const maxBytes = uploadLimits[type];
    if (contentLength !== null && contentLength > maxBytes) throw new BlobTooLargeError(maxBytes);
    const { key, size, sha256, sniffedType } = await this.blobs.receive(owner, body, maxBytes);
    const mimeType = mediaTypeOf(type, contentType, sniffedType);
    if (mimeType === null) {
      await this.blobs.discard({ ...owner, blob: key });
      throw invalid(member, describeWrongType(member, type, sniffedType));
    }
    return { blob: key, filename: nameOf(url), mime_type: mimeType, size, sha256 };
  }
}

/** The last part of the path. */
function nameOf({ pathname }: URL): string | null {
  const last = pathname.split('/').at(-1)!;
  try {
    return cleanFilename(decodeURIComponent(last));
  } catch {
    return cleanFilename(last);
  }
}

function tooLarge({ member, type }: UrlFile): string {
  const limit = uploadLimits[type] / 1024 / 1024;
  return `The file of ${member} is larger than ${limit} MiB. Send a smaller one.`;
}
