import type { SandboxClient } from '@chat/test-kit';
import { around } from '../failpoints/failpoint';
import { judgeCopies, judgeFiles } from '../oracles/files.rules';
import type { Finding } from '../oracles/finding';
import type { Random } from '@chat/test-kit/random';
import type { MessageLedgers } from '../world/message-ledgers';
import { cloudCustomers } from '../world/tenant';
import type { World } from '../world/world';
import type { Load, Operation } from './operation';
import { newPicture, PICTURE_TYPE } from './pictures';

const LARGEST = 60_000;

/** People send pictures on both networks, which are copied into our store. */
export const inboundFiles: Operation = {
  name: 'inbound-files',
  everyMs: 1_200,
  atOnce: 4,
  failpoints: [
    ...around('device-sessions', 'http-read', 'GET'),
    ...around('device-sessions', 'commit', 'jobs'),
    ...around('device-sessions', 'publish', 'evt.device-sessions.internal.message.media-settled'),
    ...around('cloud-connector', 'http-write', 'GET'),
    ...around('cloud-connector', 'http-read', 'GET'),
    ...around('cloud-connector', 'commit', 'jobs'),
    ...around('cloud-connector', 'publish', 'evt.cloud-connector.internal.message.media-settled'),
  ],
  open: (world, random) => new InboundFiles(world, random),
};

class InboundFiles implements Load {
  private readonly sandbox: SandboxClient;
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.sandbox = world.stack.sandbox;
  }

  async attempt(): Promise<boolean> {
    const { shop, cloud } = this.random.pick(this.world.tenants);
    const { digits: to } = this.random.pick([shop, cloud]);
    const { bytes } = newPicture(this.random.between(1, LARGEST));
    const media = `data:${PICTURE_TYPE};base64,${bytes.toString('base64')}`;
    const caption = `picture ${(this.count += 1)}`;
    try {
      await this.sandbox.write(this.random.pick(cloudCustomers), { to, type: 'image', media, caption });
      return true;
    } catch {
      return false;
    }
  }

  async audit(ledgers: MessageLedgers): Promise<Finding[]> {
    const { blobs } = this.world;
    const written = await ledgers.written();
    const given = new Map(
      written.flatMap(({ chatMessageId, sha256 }) => (sha256 === null ? [] : [[chatMessageId, sha256]])),
    );
    const stored = (await ledgers.storedFiles()).flatMap(({ direction, chatMessageId, ...message }) =>
      direction === 'inbound' && chatMessageId !== null ? [{ ...message, chatMessageId }] : [],
    );
    const kept = await Promise.all(
      stored
        .filter(({ isAwaited, isLost }) => !isAwaited && !isLost)
        .map(async ({ chatMessageId: label, blob }) => ({
          label,
          where: 'our store',
          sha256: await blobs.sha256Of(blob),
        })),
    );
    return [...judgeCopies(stored, await ledgers.awaited()), ...judgeFiles(given, kept)];
  }
}
