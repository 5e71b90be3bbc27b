import { Injectable } from '@nestjs/common';
import type { StoredFile } from '@chat/contracts';
import {
  contentNotSupported,
  voiceNotesNotSupported,
  type Connector,
  type MediaReference,
  type MessageContent,
  type ReferredMessage,
} from '@chat/contracts/connector';
import { renamedDocument } from '@chat/media';
import { AssetsService } from '../assets/assets.service';
import { UrlFilesService } from '../media/url-files.service';
import type { UploadedMedia } from '@chat/contracts/messaging';
import { UploadedMediaService } from '../uploaded-media/uploaded-media.service';
import { VoiceNotesService } from '../media/voice-notes.service';
import { isAsset, isFile, type RequestedContent, type RequestedFile } from './requested-content.rules';

/** Builds the content of a message from a request. */
@Injectable()
export class ContentsService {
  constructor(
    private readonly assets: AssetsService,
    private readonly urlFiles: UrlFilesService,
    private readonly uploaded: UploadedMediaService,
    private readonly voiceNotes: VoiceNotesService,
  ) {}

  /** @throws AppError `validation_error` for a URL that is invalid without fetching it. */
  requireFetchable(content: RequestedContent): void {
    if (!isFile(content) || !('url' in content.from)) return;
    this.urlFiles.requireFetchable({ member: content.member, url: content.from.url });
  }

  /**
   * Returns the file that the content names by its id; null if it names none.
   * @throws AppError `validation_error` if the account has no such file.
   */
  async findMedia(accountId: number, content: RequestedContent): Promise<UploadedMedia | null> {
    if (!isFile(content) || !('mediaId' in content.from)) return null;
    return this.uploaded.find(accountId, content.member, content.from.mediaId);
  }

  /** @throws AppError `capability_error` if the connector's network does not support such content. */
  requireCarried(
    content: RequestedContent,
    { carries, carriesVoiceNotes, carriesLinkPreviews }: Connector,
  ): void {
    if (!carries.includes(content.type)) throw contentNotSupported();
    if ('link_preview' in content && !carriesLinkPreviews) throw contentNotSupported();
    if (isFile(content) && content.isVoiceNote && !carriesVoiceNotes) throw voiceNotesNotSupported();
  }

  /**
   * Fetches and inspects files. Runs outside any transaction, since it may take long.
   * @throws AppError `validation_error` for a file that is unavailable or not what the request declares; `not_found`
   * for an asset that the account does not have.
   */
  async make(
    content: RequestedContent,
    owner: { accountId: number; channelId: number },
    { referred, media }: { referred: ReferredMessage | null; media: UploadedMedia | null },
  ): Promise<MessageContent> {
    if (isFile(content)) return this.fileContent(content, media, owner);
    if (content.type === 'reaction') {
      return { type: 'reaction', reaction: { message_id: referred!.chat_message_id, emoji: content.emoji } };
    }
    if (!isAsset(content)) return content;
    return this.assets.contentOf(owner.accountId, content.asset, content.id);
  }

  private async fileContent(
    requested: RequestedFile,
    uploaded: UploadedMedia | null,
    owner: { accountId: number; channelId: number },
  ): Promise<MessageContent> {
    const { type, member, text, isVoiceNote } = requested;
    const file = await this.fileOf(requested, uploaded, owner);
    if (type === 'audio') {
      if (isVoiceNote) {
        const note = await this.voiceNotes.make(owner, member, file);
        return { type, media: toReference(note, note.filename, true) };
      }
      // Phones cannot play WebM, so it is sent as a document.
      const kind = file.mime_type === 'audio/webm' ? 'document' : type;
      const media = toReference(file, file.filename);
      return kind === 'audio' ? { type: kind, media } : { type: kind, text: null, media };
    }
    const media = toReference(file, file.filename);
    return type === 'sticker' ? { type, media } : { type, text, media };
  }

  private async fileOf(
    { member, type, from, filename }: RequestedFile,
    uploaded: UploadedMedia | null,
    owner: { accountId: number; channelId: number },
  ): Promise<StoredFile> {
    if ('file' in from) return renamedDocument(from.file, filename);
    if (!uploaded && 'url' in from) {
      return this.urlFiles.fetch(owner, { member, url: from.url, type, filename });
    }
    return renamedDocument(await this.uploaded.copy(uploaded!, { member, type, filename }, owner), filename);
  }
}

function toReference(file: StoredFile, filename: string | null, ptt = false): MediaReference {
  const { blob, mime_type, size, sha256 } = file;
  return { blob, mime_type, filename, size, sha256, ptt };
}
