import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BLOB_STORE, blobKey, BlobTooLargeError, receiveBlob, type BlobStore } from '@chat/blob-store';
import { BackgroundLoops } from '@chat/bus';
import { FETCH_TIMEOUT_MS, uploadLimits, type Problems, type StoredFile } from '@chat/contracts';
import { invalid } from '@chat/errors';
import { cleanFilename, describeWrongType, mediaTypeOf } from '@chat/media-files';
import {
  createFileDownloads,
  NoFileError,
  OutboundError,
  parseReach,
  reachOf,
  readUrl,
  type FileDownloads,
  type Reach,
  type RemoteFile,
} from '@chat/outbound';
import { CONFIG } from '@chat/service-kit';
import type { TemplatesConfig } from '../config';
import { BlobsRepository } from './blobs.repository';
import { kindOfSample, sampleProblem } from './sample.rules';

const SWEEP_MS = 5_000;
const BATCH_SIZE = 100;

/** The sample of a request: a file that is stored, or its URL. */
export interface GivenSample {
  header_media_url?: string | null;
  header_media_file?: StoredFile;
}

/** The files that media headers show unless a send brings its own. */
@Injectable()
export class SamplesService implements OnApplicationShutdown {
  private readonly downloads: FileDownloads;
  private readonly reach: Reach;

  constructor(
    @Inject(CONFIG) config: TemplatesConfig,
    @Inject(BLOB_STORE) private readonly store: BlobStore,
    private readonly blobs: BlobsRepository,
    loops: BackgroundLoops,
  ) {
    const settings = reachOf(config);
    this.reach = parseReach(settings);
    this.downloads = createFileDownloads({
      ...settings,
      timeoutMs: FETCH_TIMEOUT_MS,
      maxBytes: Math.max(...Object.values(uploadLimits)),
    });
    loops.add({
      name: 'blob-sweep',
      round: async () => (await blobs.sweep(BATCH_SIZE, (blob) => store.delete(blob))) > 0,
      everyMs: SWEEP_MS,
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.downloads.close();
  }

  /** Adds what its text alone shows to be wrong with the URL of a sample. Nothing is called. */
  addUrlProblem({ header_media_url: url }: GivenSample, problems: Problems): void {
    const reading = url ? readUrl(url, this.reach) : null;
    if (reading?.problem) problems.add('header_media_url', reading.problem.message);
  }

  /**
   * The sample that a request brings, in the store. A template takes it within the hour, or it is deleted.
   * @returns null when the request brings none.
   * @throws AppError `validation_error` for a file that cannot be had, or that the provider takes as no such sample.
   */
  async take(
    accountId: number,
    format: 'IMAGE' | 'VIDEO' | 'DOCUMENT',
    { header_media_url: url, header_media_file: file }: GivenSample,
  ): Promise<StoredFile | null> {
    if (file) return required(format, 'header_media_file', file);
    if (!url) return null;
    return required(format, 'header_media_url', await this.fetch(accountId, format, url));
  }

  private async fetch(
    accountId: number,
    format: 'IMAGE' | 'VIDEO' | 'DOCUMENT',
    url: string,
  ): Promise<StoredFile> {
    const member = 'header_media_url';
    try {
      return await this.downloads.download(url, (remote) => this.keep(accountId, format, remote));
    } catch (error) {
      if (error instanceof BlobTooLargeError) {
        throw invalid(
          member,
          `The file of ${member} is larger than ${error.maxBytes / 1024 / 1024} MiB. Use a smaller one.`,
        );
      }
      if (error instanceof OutboundError || error instanceof NoFileError) {
        throw invalid(member, `${member} could not be fetched. ${error.message}`);
      }
      throw error;
    }
  }

  private async keep(
    accountId: number,
    format: 'IMAGE' | 'VIDEO' | 'DOCUMENT',
    { url, contentType, body }: RemoteFile,
  ): Promise<StoredFile> {
    const kind = kindOfSample(format);
    const blob = blobKey(accountId, randomUUID(), new Date());
    await this.blobs.begin(accountId, blob);
    const { size, sha256, sniffedType } = await receiveBlob(this.store, blob, body, uploadLimits[kind]);
    const mimeType = mediaTypeOf(kind, contentType, sniffedType);
    if (mimeType === null) {
      throw invalid('header_media_url', describeWrongType('header_media_url', kind, sniffedType));
    }
    return { blob, filename: nameOf(url), mime_type: mimeType, size, sha256 };
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

function required(format: 'IMAGE' | 'VIDEO' | 'DOCUMENT', member: string, file: StoredFile): StoredFile {
  const problem = sampleProblem(format, member, file);
  if (problem !== null) throw invalid(member, problem);
  return file;
}
