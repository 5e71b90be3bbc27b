import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  BLOB_STORE,
  blobKey,
  type BlobStore,
  judgeFile,
  receiveBlob,
  type ReceivedBlob,
  UrlFiles,
} from '@chat/media';
import { BackgroundLoops, BusClient } from '@chat/bus';
import { uploadLimits, type RequestContext, type StoredFile } from '@chat/contracts';
import { findUploadedMedia, unknownMedia, type UploadedMedia } from '@chat/contracts/messaging';
import { isMediaHeader } from '@chat/contracts/template-drafts';
import type { HeaderFormat } from '@chat/contracts/templates';
import { invalid } from '@chat/errors';
import { parseReach, reachOf, readUrl, type Reach } from '@chat/outbound';
import { CONFIG } from '@chat/service-kit';
import type { TemplatesConfig } from '../config';
import type { DraftProblems } from '../drafts/draft-problems';
import { BlobsRepository } from './blobs.repository';
import { kindOfSample, sampleProblem } from './sample.rules';

const SWEEP_MS = 5_000;

/** The sample in a request: a stored file, a URL, or the id of a file that was uploaded before. */
export interface GivenSample {
  header_media_url?: string | null;
  header_media_id?: string | null;
  header_media_file?: StoredFile;
}

/** The file that a request names by its id; null if it names none, or one that the account does not have. */
export type NamedFile = UploadedMedia | null;

/** The files that media headers show unless a send supplies its own. */
@Injectable()
export class SamplesService implements OnApplicationShutdown {
  private readonly reach: Reach;
  private readonly urlFiles: UrlFiles;

  constructor(
    @Inject(CONFIG) config: TemplatesConfig,
    @Inject(BLOB_STORE) private readonly store: BlobStore,
    private readonly blobs: BlobsRepository,
    private readonly bus: BusClient,
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

  /** Returns the file that the request names. It may have expired: a retry is compared by its bytes. */
  async find({ header_media_id: id }: GivenSample, context: RequestContext): Promise<NamedFile> {
    if (!id) return null;
    return (await this.bus.request(findUploadedMedia, context, { body: { media_id: id } })).media;
  }

  /** Adds what is wrong with a sample's file, or with the text of its URL, which is not fetched. */
  addProblems(
    format: HeaderFormat,
    { header_media_url: url, header_media_id: id, header_media_file: file }: GivenSample,
    named: NamedFile,
    problems: DraftProblems,
  ): void {
    const reading = url ? readUrl(url, this.reach) : null;
    if (reading?.problem) problems.add('header_media_url', reading.problem.message);
    if (typeof id === 'string' && !named) problems.add('header_media_id', unknownMedia('header_media_id'));
    if (!isMediaHeader(format) || problems.isBroken('header_format')) return;
    for (const [member, one] of [
      ['header_media_file', file],
      ['header_media_id', named],
    ] as const) {
      const sentence = one ? sampleProblem(format, member, one) : null;
      if (sentence !== null) problems.add(member, sentence);
    }
  }

  /**
   * Returns the stored sample of a request: fetched if it is a URL, copied if it is named by its id. It is deleted unless
   * a template keeps it within 1 hour.
   * @returns null when the request has no sample.
   * @throws AppError `validation_error` for a URL or an id without a file that the provider accepts as such a sample.
   */
  async obtain(
    accountId: number,
    format: 'IMAGE' | 'VIDEO' | 'DOCUMENT',
    { header_media_url: url, header_media_file: file }: GivenSample,
    named: NamedFile,
  ): Promise<StoredFile | null> {
    if (named) return this.copy(accountId, format, named);
    if (file || !url) return file ?? null;
    const member = 'header_media_url';
    const fetched = await this.urlFiles.fetch(
      { accountId, member, url, type: kindOfSample(format) },
      {
        receive: (source, maxBytes) => this.receive(accountId, source, maxBytes),
        discard: (blob) => this.blobs.discard(accountId, blob),
      },
    );
    return this.orDiscard(accountId, fetched, { member, problem: sampleProblem(format, member, fetched) });
  }

  /** The template gets a copy of its own: the upload expires. */
  private async copy(
    accountId: number,
    format: 'IMAGE' | 'VIDEO' | 'DOCUMENT',
    { blob, filename, mime_type: declared }: UploadedMedia,
  ): Promise<StoredFile> {
    const member = 'header_media_id';
    const bytes = blob === null ? null : await this.store.read(blob);
    if (!bytes) throw invalid(member, unknownMedia(member));
    const uploadClass = kindOfSample(format);
    const received = await this.receive(accountId, bytes, uploadLimits[uploadClass]);
    const { key, size, sha256 } = received;
    const judged = judgeFile({ member, uploadClass, declared, filename }, received);
    const file = { blob: key, filename, mime_type: judged.type ?? declared, size, sha256 };
    const problem = judged.problem ?? sampleProblem(format, member, file);
    return this.orDiscard(accountId, file, { member, problem });
  }

  private async orDiscard(
    accountId: number,
    file: StoredFile,
    { member, problem }: { member: string; problem: string | null },
  ): Promise<StoredFile> {
    if (problem === null) return file;
    await this.blobs.discard(accountId, file.blob);
    throw invalid(member, problem);
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
