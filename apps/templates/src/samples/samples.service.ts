import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BLOB_STORE, blobKey, type BlobStore, receiveBlob, type ReceivedBlob, UrlFiles } from '@chat/media';
import { BackgroundLoops } from '@chat/bus';
import type { StoredFile } from '@chat/contracts';
import type { HeaderFormat } from '@chat/contracts/templates';
import { invalid } from '@chat/errors';
import { parseReach, reachOf, readUrl, type Reach } from '@chat/outbound';
import { CONFIG } from '@chat/service-kit';
import type { TemplatesConfig } from '../config';
import type { DraftProblems } from '../drafts/draft-problems';
import { isMediaHeader } from '../drafts/draft.rules';
import { BlobsRepository } from './blobs.repository';
import { kindOfSample, sampleProblem } from './sample.rules';

const SWEEP_MS = 5_000;

/** The sample in a request: a stored file, or a URL. */
export interface GivenSample {
  header_media_url?: string | null;
  header_media_file?: StoredFile;
}

/** The files that media headers show unless a send supplies its own. */
@Injectable()
export class SamplesService implements OnApplicationShutdown {
  private readonly reach: Reach;
  private readonly urlFiles: UrlFiles;

  constructor(
    @Inject(CONFIG) config: TemplatesConfig,
    @Inject(BLOB_STORE) private readonly store: BlobStore,
    private readonly blobs: BlobsRepository,
    loops: BackgroundLoops,
  ) {
    const settings = reachOf(config);
    this.reach = parseReach(settings);
    this.urlFiles = new UrlFiles(settings);
    loops.add({ name: 'blob-sweep', round: () => this.blobs.sweep(this.store), everyMs: SWEEP_MS });
  }

  onApplicationShutdown(): Promise<void> {
    return this.urlFiles.close();
  }

  /** Adds what is wrong with a sample's file, or with the text of its URL, which is not fetched. */
  addProblems(
    format: HeaderFormat,
    { header_media_url: url, header_media_file: file }: GivenSample,
    problems: DraftProblems,
  ): void {
    const reading = url ? readUrl(url, this.reach) : null;
    if (reading?.problem) problems.add('header_media_url', reading.problem.message);
    if (!file || !isMediaHeader(format) || problems.isBroken('header_format')) return;
    const sentence = sampleProblem(format, 'header_media_file', file);
    if (sentence !== null) problems.add('header_media_file', sentence);
  }

  /**
   * Returns the stored sample of a request, fetched if it is a URL. It is deleted unless a template keeps it within
   * 1 hour.
   * @returns null when the request has no sample.
   * @throws AppError `validation_error` for a URL without a file that the provider accepts as such a sample.
   */
  async take(
    accountId: number,
    format: 'IMAGE' | 'VIDEO' | 'DOCUMENT',
    { header_media_url: url, header_media_file: file }: GivenSample,
  ): Promise<StoredFile | null> {
    if (file || !url) return file ?? null;
    const member = 'header_media_url';
    const fetched = await this.urlFiles.fetch(
      { accountId, member, url, type: kindOfSample(format) },
      {
        receive: (source, maxBytes) => this.receive(accountId, source, maxBytes),
        discard: (blob) => this.blobs.discard(accountId, blob),
      },
    );
    const sentence = sampleProblem(format, member, fetched);
    if (sentence === null) return fetched;
    await this.blobs.discard(accountId, fetched.blob);
    throw invalid(member, sentence);
  }

  private async receive(accountId: number, source: Readable, maxBytes: number): Promise<ReceivedBlob> {
    const blob = blobKey(accountId, randomUUID(), new Date());
    await this.blobs.begin(accountId, blob);
    try {
      return await receiveBlob(this.store, blob, source, maxBytes);
    } catch (error) {
      await this.blobs.discard(accountId, blob);
      throw error;
    }
  }
}
