import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import { heldBlobs, type HeldBlobs } from '@chat/contracts/blobs';
import { uploadMedia, type UploadedMediaRef } from '@chat/contracts/messaging';
import { BlobsRepository } from '../media/blobs.repository';
import { UploadedMediaRepository } from './uploaded-media.repository';
import { UploadedMediaService } from './uploaded-media.service';

const heldUploads = heldBlobs('messaging');

@Controller()
export class UploadedMediaController {
  constructor(
    private readonly media: UploadedMediaService,
    private readonly uploaded: UploadedMediaRepository,
    private readonly blobs: BlobsRepository,
  ) {}

  @Handles(uploadMedia)
  upload({ body }: InputOf<typeof uploadMedia>, { account }: RequestContext): Promise<UploadedMediaRef> {
    return this.media.keep(account.id, body.file);
  }

  @Handles(heldUploads)
  async held({ body }: InputOf<typeof heldUploads>): Promise<HeldBlobs> {
    const [ofMessages, uploaded] = await Promise.all([
      this.blobs.held(body.blobs),
      this.uploaded.held(body.blobs),
    ]);
    return { held: [...ofMessages, ...uploaded] };
  }
}
