import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  findUploadedMedia,
  uploadMedia,
  type FoundUploadedMedia,
  type UploadedMediaRef,
} from '@chat/contracts/messaging';
import { UploadedMediaService } from './uploaded-media.service';

@Controller()
export class UploadedMediaController {
  constructor(private readonly media: UploadedMediaService) {}

  @Handles(uploadMedia)
  upload({ body }: InputOf<typeof uploadMedia>, { account }: RequestContext): Promise<UploadedMediaRef> {
    return this.media.keep(account.id, body.file);
  }

  @Handles(findUploadedMedia)
  async find(
    { body }: InputOf<typeof findUploadedMedia>,
    { account }: RequestContext,
  ): Promise<FoundUploadedMedia> {
    return { media: await this.media.findOrNull(account.id, body.media_id) };
  }
}
