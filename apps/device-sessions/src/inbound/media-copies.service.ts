import type { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import { BLOB_STORE, type BlobStore } from '@chat/media';
import { deviceConnector, renewDeviceMedia } from '@chat/contracts/device-sessions';
import { Jobs, systemContext, type JobOf } from '@chat/service-kit';
import { MediaCopies, MediaGoneError, MediaMovedError } from '@chat/connector-kit';
import { MediaExpiredError } from '../engines/device-engine';
import { DeviceEngines } from '../engines/device-engines';
import { InboundRepository } from './inbound.repository';
import { copyInboundMedia, type CopiedMedia } from './job-types';

const RENEWAL_TIMEOUT_MS = 35_000;
/** A phone is not asked again for what it has just uploaded. */
const RENEWAL_PAUSE_MS = 60 * 60 * 1000;

type CopyJob = JobOf<typeof copyInboundMedia>;

/** Copies the media of messages from the phones' network into our store. */
@Injectable()
export class MediaCopiesService {
  constructor(
    private readonly engines: DeviceEngines,
    private readonly inbound: InboundRepository,
    private readonly bus: BusClient,
    @Inject(BLOB_STORE) store: BlobStore,
    jobs: Jobs,
  ) {
    const copies = new MediaCopies<CopiedMedia>(store, deviceConnector.media, (job) => this.open(job));
    jobs.handle(copyInboundMedia, (job) => copies.copy(job));
  }

  private async open(job: CopyJob): Promise<Readable | null> {
    const { accountId, data, signal } = job;
    const link = await this.inbound.linkOf(accountId, data.channelId);
    if (!link) return null;
    const engine = this.engines.of(link.engine);
    if (!engine) throw new Error('The engine of this session is not installed.');
    try {
      return await engine.download(data.media.source, signal);
    } catch (error) {
      if (!(error instanceof MediaExpiredError)) throw error;
      throw new MediaMovedError(await this.renew(job, error));
    }
  }

  /** Has the phone upload the media again: its session asks, wherever it runs. */
  private async renew(job: CopyJob, expired: MediaExpiredError): Promise<CopiedMedia> {
    const { channelId, media } = job.data;
    if (media.renewedAt !== undefined && Date.now() - media.renewedAt < RENEWAL_PAUSE_MS) throw expired;
    const context = systemContext(job.accountId, { timeoutMs: RENEWAL_TIMEOUT_MS, cause: job });
    const body = { channel_id: channelId, source: media.source };
    const { source } = await this.bus.request(renewDeviceMedia, context, { body });
    if (source === null) throw new MediaGoneError('The phone no longer has the media.');
    return { ...media, source, renewedAt: Date.now() };
  }
}
