import type { SentMessage } from '@chat/contracts/messaging';
import { around } from '../failpoints/failpoint';
import { judgeDownload, type ByteRange } from '../oracles/downloads.rules';
import type { Finding } from '../oracles/finding';
import type { Random } from '@chat/test-kit/random';
import type { Tenant } from '../world/tenant';
import type { World } from '../world/world';
import { Caller } from './call';
import type { Load, Operation } from './operation';
import { formWith, newPicture, type Picture } from './pictures';
import { byPhone } from './receivers';

/** Number of pictures that are downloaded repeatedly; old ones must remain available, too. */
const PICTURES = 12;
const NEW_PICTURE_SHARE = 0.05;
const LARGEST = 300_000;

/** `GET /v1/messages/{id}/media`, complete and by ranges. */
export const downloads: Operation = {
  name: 'downloads',
  everyMs: 600,
  atOnce: 6,
  failpoints: around('gateway', 'request', 'rpc.messaging.message.media'),
  open: (world, random) => new Downloads(world, random),
};

interface Sent {
  tenant: Tenant;
  messageId: number;
  label: string;
  picture: Picture;
}

class Downloads implements Load {
  private readonly caller: Caller;
  private readonly findings: Finding[] = [];
  private readonly sent: Sent[] = [];
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.caller = new Caller(world);
  }

  async attempt(): Promise<boolean> {
    const isNew = this.sent.length < PICTURES || this.random.next() < NEW_PICTURE_SHARE;
    return isNew ? this.send() : this.download(this.random.pick(this.sent));
  }

  audit(): Promise<Finding[]> {
    return Promise.resolve([...this.caller.findings.splice(0), ...this.findings.splice(0)]);
  }

  private async send(): Promise<boolean> {
    const tenant = this.random.pick(this.world.tenants);
    const label = `to download ${(this.count += 1)}`;
    const picture = newPicture(this.random.between(1, LARGEST));
    const form = formWith({ ...byPhone(tenant, '202557', this.random), message: label }, picture);
    const client = this.random.pick(tenant.clients);
    const { data } = await this.caller.call<SentMessage>(client, 'post', '/v1/messages', form);
    if (data) this.sent.push({ tenant, messageId: data.message_id, label, picture });
    return data !== null;
  }

  private async download({ tenant, messageId, label, picture: { bytes } }: Sent): Promise<boolean> {
    const range = this.random.next() < 0.3 ? null : this.rangeWithin(bytes.length);
    const answer = await this.caller.download(
      this.random.pick(tenant.clients),
      `/v1/messages/${messageId}/media`,
      range ? { range: `bytes=${range.start}-${range.end - 1}` } : {},
    );
    if (!answer) return false;
    this.findings.push(...judgeDownload(label, bytes, range, answer));
    return answer.status < 300;
  }

  private rangeWithin(size: number): ByteRange {
    const start = this.random.between(0, size - 1);
    return { start, end: this.random.between(start + 1, size) };
  }
}
