import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { BLOB_STORE, type BlobStore } from '@chat/media';
import { cloudConnector } from '@chat/contracts/cloud-connector';
import { Jobs, type JobOf } from '@chat/service-kit';
import { MediaCopies, MediaGoneError } from '@chat/connector-kit';
import type { InboundMedia } from '../envelopes/inbound-content.rules';
import type { OpenNumber } from '../numbers/number.row';
import { NumberStatesService } from '../numbers/number-states.service';
import { NumbersService } from '../numbers/numbers.service';
import { classifyError } from '../provider/error-table.rules';
import { ProviderClient } from '../provider/provider-client';
import { ProviderRefusal } from '../provider/provider-error';
import { copyInboundMedia } from './job-types';

const CALL_TIMEOUT_MS = 10_000;
/** The provider keeps received media this long, so an invalid token may still be renewed in time. */
const PATIENCE_MS = 7 * 24 * 60 * 60 * 1000;

/** Copies the media of messages from the provider into our store. */
@Injectable()
export class MediaCopiesService {
  constructor(
    @Inject(BLOB_STORE) store: BlobStore,
    private readonly numbers: NumbersService,
    private readonly states: NumberStatesService,
    private readonly provider: ProviderClient,
    jobs: Jobs,
  ) {
    const copies = new MediaCopies<InboundMedia>(store, cloudConnector.media, (job) => this.open(job), {
      patienceMs: PATIENCE_MS,
    });
    jobs.handle(copyInboundMedia, (job) => copies.copy(job));
  }

  private async open({
    accountId,
    data: { channelId, media },
    signal,
  }: JobOf<typeof copyInboundMedia>): Promise<Readable | null> {
    const number = await this.numbers.open(accountId, channelId);
    if (!number) return null;
    const url = await this.linkTo(media.mediaId, number).catch(async (error: unknown) => {
      await this.noteTrouble(number, error);
      // While the number is disconnected, its token may not see what is there.
      throw number.isConnected && isForGood(error)
        ? new MediaGoneError('The provider has no such media.')
        : error;
    });
    const { status, body } = await this.provider.download(url, number.token, signal);
    if (status === 200) return body;
    body.destroy();
    // Links expire after five minutes: the next attempt requests another.
    throw new Error(`The provider answered ${status} to its own link.`);
  }

  /**
   * A number that sends nothing may have its invalid token detected here first. `number_removed` is ignored, because the
   * provider may report only the media as gone.
   */
  private async noteTrouble(number: OpenNumber & { isConnected: boolean }, error: unknown): Promise<void> {
    const trouble = error instanceof ProviderRefusal ? classifyError(error.body).trouble : undefined;
    if (number.isConnected && trouble && trouble !== 'number_removed') {
      await this.states.record(number, trouble);
    }
  }

  private async linkTo(mediaId: string, { phoneNumberId, token }: OpenNumber): Promise<string> {
    const { url } = await this.provider.call({
      method: 'GET',
      path: `/${mediaId}`,
      query: { phone_number_id: phoneNumberId },
      token,
      timeoutMs: CALL_TIMEOUT_MS,
    });
    if (typeof url !== 'string' || !URL.canParse(url))
      throw new Error('The provider gave no link to the media.');
    return url;
  }
}

/** Whether the provider says that there is no such media, rather than refusing a token that may be renewed. */
function isForGood(error: unknown): boolean {
  if (!(error instanceof ProviderRefusal)) return false;
  const { transient, trouble } = classifyError(error.body);
  return !transient && (!trouble || trouble === 'number_removed');
}
