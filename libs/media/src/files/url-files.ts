import type { Readable } from 'node:stream';
import { AccountSlots } from '@chat/flow';
import { BlobTooLargeError, type ReceivedBlob } from '../blob-store/receive-blob';
import {
  FETCH_TIMEOUT_MS,
  sizeInWords,
  uploadLimits,
  type StoredFile,
  type UploadClass,
} from '@chat/contracts';
import { AppError, invalid } from '@chat/errors';
import {
  createFileDownloads,
  NoFileError,
  OutboundError,
  type FileDownloads,
  type ReachSettings,
  type RemoteFile,
} from '@chat/outbound';
import { filenameOfDisposition } from './content-disposition.rules';
import { cleanFilename, withExtension } from './filename.rules';
import { judgeFile, typeOfName } from './media-type.rules';

/** The maximum number of concurrent fetches of an account in this process. */
const FETCHES_OF_ACCOUNT = 8;
/** How long a fetch waits for a slot of its account; the rest of its timeout is for the transfer. */
const WAIT_MS = FETCH_TIMEOUT_MS / 2;

/** A file of a request that is given by its URL. */
export interface UrlFile {
  accountId: number;
  /** The member of the request with the URL. */
  member: string;
  url: string;
  type: UploadClass;
  /** The name of the file in the request; if null or absent, that of the server is used. */
  filename?: string | null;
}

/** Stores the bytes of files. */
export interface FileKeeper {
  /** @throws BlobTooLargeError, or the error of the source; then nothing is stored. */
  receive(source: Readable, maxBytes: number): Promise<ReceivedBlob>;
  /** Deletes a stored file that is not needed. */
  discard(blob: string): Promise<void>;
}

/** Fetches files that requests give by their URLs. */
export class UrlFiles {
  private readonly downloads: FileDownloads;
  private readonly slots = new AccountSlots(FETCHES_OF_ACCOUNT);

  constructor(reach: ReachSettings) {
    this.downloads = createFileDownloads({
      ...reach,
      timeoutMs: FETCH_TIMEOUT_MS,
      maxBytes: Math.max(...Object.values(uploadLimits)),
    });
  }

  /**
   * @throws AppError `validation_error` with the member and the reason if the URL has no file of that type;
   * `rate_limit_exceeded` if too many files of the account are being fetched.
   */
  fetch(file: UrlFile, keeper: FileKeeper): Promise<StoredFile> {
    const endsAt = performance.now() + FETCH_TIMEOUT_MS;
    return this.slots.run(file.accountId, () => this.fetchUntil(endsAt, file, keeper), {
      timeoutMs: WAIT_MS,
      refusal: () => tooMany(file),
    });
  }

  async close(): Promise<void> {
    await this.downloads.close();
  }

  private async fetchUntil(endsAt: number, file: UrlFile, keeper: FileKeeper): Promise<StoredFile> {
    try {
      const withinMs = endsAt - performance.now();
      return await this.downloads.download(file.url, (remote) => keep(file, remote, keeper), withinMs);
    } catch (error) {
      if (error instanceof BlobTooLargeError) throw invalid(file.member, tooLarge(file));
      if (error instanceof OutboundError || error instanceof NoFileError) {
        throw invalid(file.member, `${file.member} could not be fetched. ${error.message}`);
      }
      throw error;
    }
  }
}

async function keep(
  { member, type, filename }: UrlFile,
  { url, contentType, contentDisposition, contentLength, body }: RemoteFile,
  keeper: FileKeeper,
): Promise<StoredFile> {
  const maxBytes = uploadLimits[type];
  if (contentLength !== null && contentLength > maxBytes) throw new BlobTooLargeError(maxBytes);
  const received = await keeper.receive(body, maxBytes);
  const { key: blob, size, sha256 } = received;
  const names = [filename, filenameOfDisposition(contentDisposition), nameInPath(url)].map((name) =>
    cleanFilename(name ?? undefined),
  );
  const telling = names.find((name) => typeOfName(name) !== null) ?? null;
  const given = { member, uploadClass: type, declared: contentType, filename: telling };
  const { type: mimeType, problem } = judgeFile(given, received);
  if (problem !== null) {
    await keeper.discard(blob);
    throw invalid(member, problem);
  }
  const name = names.find((each) => each !== null) ?? null;
  return { blob, filename: name && withExtension(name, mimeType), mime_type: mimeType, size, sha256 };
}

/** The last part of the path, without its parameters (`invoice.pdf;jsessionid=1`). */
function nameInPath({ pathname }: URL): string {
  const [last = ''] = pathname.split('/').at(-1)!.split(';');
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

function tooLarge({ member, type }: UrlFile): string {
  return `The file of ${member} is larger than ${sizeInWords(uploadLimits[type])}. Send a smaller one.`;
}

function tooMany({ member }: UrlFile): AppError {
  return new AppError('rate_limit_exceeded', {
    message: `${FETCHES_OF_ACCOUNT} files of this account are being fetched. Send ${member} again when one has ended.`,
    retry_after: WAIT_MS / 1_000,
  });
}
