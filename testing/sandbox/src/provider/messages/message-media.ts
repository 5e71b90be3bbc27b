import { GraphError } from '../graph/graph-error';
import { fitsKind, mediaKinds, type MediaKind } from '../media/media-type.rules';
import { mediaLivesMs } from '../media/media.repository';
import { MediaProblem, type MediaService } from '../media/media.service';
import type { CloudNumber } from '../numbers/numbers.repository';
import { templateOf, type OutgoingMessage } from './read-message';

/** The media of a message: stored, or the reason why the provider will fail the message. */
export interface ReadyMedia {
  mediaId: string | null;
  problem: string | null;
}

interface Source {
  kind: MediaKind;
  id?: string;
  link?: string;
  filename?: string;
}

/** Finds the media of a message, and downloads media given by link. */
export class MessageMedia {
  constructor(private readonly media: MediaService) {}

  /** @throws GraphError 100 for an id that is not media of the account. */
  async prepare(number: CloudNumber, message: OutgoingMessage): Promise<ReadyMedia> {
    let ready: ReadyMedia = { mediaId: null, problem: null };
    for (const source of sourcesOf(message)) {
      ready = await this.take(number, source);
      if (ready.problem !== null) break;
    }
    return ready;
  }

  private async take(number: CloudNumber, { kind, id, link, filename }: Source): Promise<ReadyMedia> {
    try {
      const mediaId = id ?? (await this.fetch(number, link ?? '', filename));
      const found = await this.media.find(mediaId);
      if (!found || found.account_id !== number.account_id) throw unknownMedia(kind);
      if (fitsKind(kind, found.mime_type, found.size)) return { mediaId, problem: null };
      return { mediaId, problem: `Media of type ${found.mime_type} cannot be sent as ${kind}.` };
    } catch (error) {
      if (error instanceof MediaProblem) return { mediaId: null, problem: error.message };
      throw error;
    }
  }

  private fetch(number: CloudNumber, link: string, filename: string | undefined): Promise<string> {
    const target = { accountId: number.account_id, numberId: number.id, livesMs: mediaLivesMs.uploaded };
    return this.media.fetch({ ...target, filename: filename ?? null }, link);
  }
}

/** Returns every media source of a message: its own, and those of an interactive header or of template parameters. */
function sourcesOf(message: OutgoingMessage): Source[] {
  const kind = mediaKinds.find((candidate) => candidate === message.type);
  if (kind) return [{ ...(message.content as object), kind }];
  if (message.type === 'interactive') {
    return sourceIn((message.content as { header?: Record<string, unknown> & { type: string } }).header);
  }
  const components = templateOf(message)?.components ?? [];
  return components.flatMap(({ parameters = [] }) => parameters.flatMap(sourceIn));
}

function sourceIn(holder: (Record<string, unknown> & { type: string }) | undefined): Source[] {
  const kind = mediaKinds.find((candidate) => candidate === holder?.type);
  if (!kind || !holder) return [];
  const { id, link, filename } = (holder[kind] ?? {}) as Record<string, unknown>;
  if (typeof id !== 'string' && typeof link !== 'string') {
    throw new GraphError(131008, { details: `The parameter ${kind} needs id or link.` });
  }
  return [
    {
      kind,
      ...(typeof id === 'string' ? { id } : { link: String(link) }),
      ...(typeof filename === 'string' && { filename }),
    },
  ];
}

function unknownMedia(kind: MediaKind): GraphError {
  const sentence = `Param ${kind}['id'] is not a valid whatsapp business account media attachment ID`;
  return new GraphError(100, { message: `(#100) ${sentence}`, details: sentence });
}
