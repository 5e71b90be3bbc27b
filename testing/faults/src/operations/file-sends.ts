import type { Finding } from '../oracles/finding';
import { judgeFiles } from '../oracles/files.rules';
import type { Random } from '@chat/test-kit/random';
import type { MessageLedgers } from '../world/message-ledgers';
import type { World } from '../world/world';
import type { Load } from './operation';
import { newPicture, type Picture } from './pictures';
import { byEither, type Receiver } from './receivers';
import { SendBook } from './send-book';

const LARGEST = 60_000;

/** A client's request to send a picture, and its regular status. */
export interface FileRequest {
  body: object;
  status: number;
}

/** Sends of pictures on both kinds of channel, each with a unique caption. */
export class FileSends implements Load {
  private readonly book: SendBook;
  /** The digest of each picture, by its caption. */
  private readonly given = new Map<string, string>();

  constructor(
    private readonly name: { label: string; prefix: string },
    private readonly request: (texts: Receiver & { message: string }, picture: Picture) => FileRequest,
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.book = new SendBook(name.label, random, world);
  }

  async attempt(): Promise<boolean> {
    const tenant = this.random.pick(this.world.tenants);
    const message = this.book.newLabel();
    const picture = newPicture(this.random.between(1, LARGEST));
    this.given.set(message, picture.sha256);
    const texts = { ...byEither(tenant, this.name.prefix, this.random), message };
    const { body, status } = this.request(texts, picture);
    return (await this.book.send(tenant, message, body)).status === status;
  }

  /** Compares what the networks accepted, the messages, and the files in our store. */
  async audit(ledgers: MessageLedgers): Promise<Finding[]> {
    const { blobs } = this.world;
    const taken = (await ledgers.taken()).map(({ label, sha256 }) => ({ label, sha256 }));
    const stored = (await ledgers.storedFiles()).filter(({ label }) => this.given.has(label ?? ''));
    const kept = await Promise.all(
      stored.map(async ({ label, blob }) => ({ label, sha256: await blobs.sha256Of(blob) })),
    );
    const shown = [
      ...taken.map((file) => ({ ...file, where: 'the network' })),
      ...stored.map(({ label, sha256 }) => ({ label, sha256, where: 'the message' })),
      ...kept.map((file) => ({ ...file, where: 'our store' })),
    ];
    const named = shown.map(({ label, ...file }) => ({ ...file, label: label ?? '' }));
    return [...(await this.book.audit(ledgers)), ...judgeFiles(this.given, named)];
  }
}
