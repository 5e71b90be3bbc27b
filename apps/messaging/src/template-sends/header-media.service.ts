import { Inject, Injectable } from '@nestjs/common';
import { BLOB_STORE, cleanFilename, renamedDocument, type BlobStore } from '@chat/media';
import { uploadLimits, type StoredFile } from '@chat/contracts';
import type { MediaReference } from '@chat/contracts/connector';
import type { SendTemplate, UploadedMedia } from '@chat/contracts/messaging';
import type { TemplateToSend } from '@chat/contracts/templates';
import { AppError, invalid } from '@chat/errors';
import { BlobsService } from '../media/blobs.service';
import { UrlFilesService } from '../media/url-files.service';
import { UploadedMediaService } from '../uploaded-media/uploaded-media.service';
import { mediaKindOf } from './filled-template.rules';

type MediaKind = NonNullable<ReturnType<typeof mediaKindOf>>;

interface Owner {
  accountId: number;
  channelId: number;
}

/** The media of a request, with the file that it names by its id. */
type GivenMedia = SendTemplate & { uploaded: UploadedMedia | null };

/** The media in the header of a template: the request's, or a copy of the template's sample. */
@Injectable()
export class HeaderMediaService {
  constructor(
    @Inject(BLOB_STORE) private readonly store: BlobStore,
    private readonly blobs: BlobsService,
    private readonly urlFiles: UrlFilesService,
    private readonly uploaded: UploadedMediaService,
  ) {}

  /**
   * Returns the file that the request names by its id; null if it names none.
   * @throws AppError `validation_error` if the account has no such file.
   */
  async findUploaded(
    accountId: number,
    { header_media_id: id }: SendTemplate,
  ): Promise<UploadedMedia | null> {
    return id === undefined ? null : this.uploaded.find(accountId, 'header_media_id', id);
  }

  /**
   * @returns null for a header without media.
   * @throws AppError `validation_error` for a file that is unavailable, or not of the kind of the header.
   */
  async make(template: TemplateToSend, body: GivenMedia, owner: Owner): Promise<MediaReference | null> {
    const kind = mediaKindOf(template.header_format);
    if (kind === null) return null;
    const filename = cleanFilename(body.filename);
    return toReference(await this.fileOf(template, body, { kind, filename, ...owner }));
  }

  private async fileOf(
    { sample, sample_url: sampleUrl }: TemplateToSend,
    { header_media_url: url, header_media_file: file, media_file: alias, uploaded }: GivenMedia,
    { kind, filename, ...owner }: Owner & { kind: MediaKind; filename: string | null },
  ): Promise<StoredFile> {
    const member = file ? 'header_media_file' : 'media_file';
    const given = file ?? alias;
    if (given) return renamedDocument(requireKind(kind, member, given), filename);
    if (uploaded) {
      const use = { member: 'header_media_id', type: kind, filename };
      return renamedDocument(await this.uploaded.copy(uploaded, use, owner), filename);
    }
    if (url === undefined && sample) return renamedDocument(await this.copy(sample, owner), filename);
    const source = url ?? sampleUrl;
    if (!source) throw new AppError('server_error');
    return this.urlFiles.fetch(owner, { member: 'header_media_url', url: source, type: kind, filename });
  }

  /**
   * The message gets its own copy of the bytes, so that deleting the template or the message does not affect the other.
   */
  private async copy(sample: StoredFile, owner: Owner): Promise<StoredFile> {
    const bytes = await this.store.read(sample.blob);
    if (!bytes) {
      throw invalid(
        'header_media_url',
        'The sample of the template is no longer available. Send header_media_url or a file.',
      );
    }
    const { key } = await this.blobs.receive(owner, bytes, uploadLimits.document);
    return { ...sample, blob: key };
  }
}

function requireKind(kind: MediaKind, member: string, file: StoredFile): StoredFile {
  if (kind !== 'document' && !file.mime_type.startsWith(`${kind}/`)) {
    throw invalid(member, `${member} must be a file of type ${kind}, but this one is ${file.mime_type}.`);
  }
  if (file.size > uploadLimits[kind]) {
    throw new AppError('payload_too_large', {
      message: `A file of type ${kind} can be at most ${uploadLimits[kind] / 1024 / 1024} MiB. Send a smaller one.`,
    });
  }
  return file;
}

function toReference({ blob, mime_type, filename, size, sha256 }: StoredFile): MediaReference {
  return { blob, mime_type, filename, size, sha256, ptt: false };
}
