import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext, StoredMedia } from '@chat/contracts';
import { heldBlobs, type HeldBlobs } from '@chat/contracts/blobs';
import { getMessageMedia } from '@chat/contracts/messaging';
import { BlobsRepository } from './blobs.repository';
import { MediaService } from './media.service';

const heldUploads = heldBlobs('messaging');

@Controller()
export class MediaController {
  constructor(
    private readonly media: MediaService,
    private readonly blobs: BlobsRepository,
  ) {}

  @Handles(getMessageMedia)
  async get({ params }: InputOf<typeof getMessageMedia>, context: RequestContext): Promise<StoredMedia> {
    return this.media.find(params.id, context);
  }

  @Handles(heldUploads)
  async held({ body }: InputOf<typeof heldUploads>): Promise<HeldBlobs> {
    return { held: await this.blobs.held(body.blobs) };
  }
}
