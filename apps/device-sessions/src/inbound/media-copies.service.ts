import { Inject, Injectable } from '@nestjs/common';
import { BLOB_STORE, type BlobStore } from '@chat/media';
import { deviceConnector } from '@chat/contracts/device-sessions';
import { Jobs } from '@chat/service-kit';
import { MediaCopies } from '@chat/connector-kit';
import type { InboundMedia } from '../engines/device-engine';
import { DeviceEngines } from '../engines/device-engines';
import { InboundRepository } from './inbound.repository';
import { copyInboundMedia } from './job-types';

/** Copies the media of messages from the phones' network into our store. */
@Injectable()
export class MediaCopiesService {
  constructor(
    engines: DeviceEngines,
    @Inject(BLOB_STORE) store: BlobStore,
    inbound: InboundRepository,
    jobs: Jobs,
  ) {
    const copies = new MediaCopies<InboundMedia>(
      store,
      deviceConnector.media,
      async ({ accountId, data: { channelId, media }, signal }) =>
        (await inbound.isDeleted(accountId, channelId))
          ? null
          : engines.of(null)!.download(media.source, signal),
    );
    jobs.handle(copyInboundMedia, (job) => copies.copy(job));
  }
}
