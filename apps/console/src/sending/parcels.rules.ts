import type { Message } from '@chat/client';
import { ApiError, WAS_LEFT } from '../api/call';
import type { Attachment } from './files.rules';

/** What is sent besides words and files: members of the request, and a line that shows it until it is a message. */
export interface Other {
  readonly type: 'location' | 'contacts' | 'interactive' | 'product';
  readonly label: string;
  readonly members: object;
}

/** One message: words, a file that may have a caption, or something else. */
export interface Content {
  readonly conversationId: number;
  readonly text: string | null;
  readonly file: Attachment | null;
  readonly other?: Other;
  readonly replyTo: number | null;
}

/** Something on its way. Its key makes each further attempt the same request: it is sent once. */
export interface Parcel extends Content {
  readonly key: string;
  /** The type of the message that it becomes. */
  readonly type: Message['type'];
  /** The number of the latest message when it left: its own message has a higher one. */
  readonly afterSequence: number;
  /** How much of the file has left. */
  readonly share: number;
  /** Why it was not sent; null while it is on its way. */
  readonly error: ApiError | null;
}

/** What of them outlives the page, as a text. Files do not. */
export function toKept(parcels: readonly Parcel[]): string {
  const kept = parcels.filter(({ file }) => file === null);
  return kept.length === 0 ? '' : JSON.stringify(kept);
}

/** What an earlier page kept. Nobody knows what became of it, so its key stays, and a person says whether to try again. */
export function fromKept(text: string): Parcel[] {
  if (text === '') return [];
  const kept = JSON.parse(text) as Parcel[];
  return kept.map((parcel) => ({ ...parcel, share: 0, error: new ApiError(0, WAS_LEFT, '') }));
}
