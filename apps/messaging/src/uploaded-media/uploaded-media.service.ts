import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BackgroundLoops } from '@chat/bus';
import { sizeInWords, uploadLimits, type StoredFile } from '@chat/contracts';
import { unknownMedia, type UploadedMedia, type UploadedMediaRef } from '@chat/contracts/messaging';
import { invalid, type AppError } from '@chat/errors';
import { BLOB_STORE, judgeFile, type BlobStore } from '@chat/media';
import { toTimestamp, Usage } from '@chat/service-kit';
import { BlobsService } from '../media/blobs.service';
import { Space } from '../space/space';
import { UploadedMediaRepository } from './uploaded-media.repository';

const SWEEP_MS = 5_000;
const BATCH_SIZE = 1_000;
const ID_BYTES = 16;

/** How a message uses a file. */
export interface MediaUse {
  /** The member of the request that names it. */
  member: string;
  type: 'image' | 'document' | 'video' | 'audio' | 'sticker';
  /** The name to show; null keeps the name of the upload. */
  filename: string | null;
}

/** Files that are uploaded once and named by messages for a day. Each message gets a copy of its own. */
@Injectable()
export class UploadedMediaService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly media: UploadedMediaRepository,
    private readonly blobs: BlobsService,
    private readonly usage: Usage,
    private readonly space: Space,
    @Inject(BLOB_STORE) private readonly store: BlobStore,
    loops: BackgroundLoops,
  ) {
    loops.add({
      name: 'uploaded-media',
      round: () => this.sweep(),
      everyMs: SWEEP_MS,
    });
  }

  /**
   * Keeps a file for a day.
   * @throws AppError `limit_reached` if the account may keep no more bytes; `service_unavailable` if the installation may not.
   */
  async keep(accountId: number, file: StoredFile): Promise<UploadedMediaRef> {
    this.space.requireForFiles();
    const id = `med_${randomBytes(ID_BYTES).toString('base64url')}`;
    const addition = { accountId, limit: 'media_bytes', amount: file.size } as const;
    const expiresAt = (await this.usage.isFar(addition))
      ? await this.media.insert(accountId, id, file, this.dataSource.manager)
      : await this.usage.add(null, addition, ({ manager }) =>
          this.media.insert(accountId, id, file, manager),
        );
    return { media_id: id, expires_at: toTimestamp(expiresAt) };
  }

  /**
   * Returns the file of an id. It may have expired: a retry of a send is compared by its bytes.
   * @throws AppError `validation_error` that names the member if the account has no such file.
   */
  async find(accountId: number, member: string, id: string): Promise<UploadedMedia> {
    const media = await this.findOrNull(accountId, id);
    if (!media) throw unknown(member);
    return media;
  }

  /** Like `find`. @returns null if the account has no such file. */
  findOrNull(accountId: number, id: string): Promise<UploadedMedia | null> {
    return this.media.find(accountId, id);
  }

  /**
   * Copies a file for a message of a channel.
   * @throws AppError `validation_error` that names the member if it has expired, or is no file of that type.
   */
  async copy(
    media: UploadedMedia,
    { member, type, filename }: MediaUse,
    owner: { accountId: number; channelId: number },
  ): Promise<StoredFile> {
    const maxBytes = uploadLimits[type];
    if (media.size > maxBytes) {
      throw invalid(
        member,
        `The file of ${member} is larger than ${sizeInWords(maxBytes)}. Send a smaller one.`,
      );
    }
    await this.blobs.requireRoom(owner.accountId);
    const bytes = media.blob === null ? null : await this.store.read(media.blob);
    if (!bytes) throw unknown(member);
    const received = await this.blobs.receive(owner, bytes, maxBytes);
    const { key, size, sha256 } = received;
    const name = filename ?? media.filename;
    const given = { member, uploadClass: type, declared: media.mime_type, filename: name };
    const { type: mimeType, problem } = judgeFile(given, received);
    if (problem !== null) {
      await this.blobs.discard({ ...owner, blob: key });
      throw invalid(member, problem);
    }
    return { blob: key, filename: name, mime_type: mimeType, size, sha256 };
  }

  /** @returns whether there may be more to do. */
  private async sweep(): Promise<boolean> {
    const more = [await this.media.expireDue(BATCH_SIZE), await this.media.deleteExpired(BATCH_SIZE)];
    return more.includes(true);
  }
}

function unknown(member: string): AppError {
  return invalid(member, unknownMedia(member));
}
