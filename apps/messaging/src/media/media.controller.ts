import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext, StoredMedia } from '@chat/contracts';
import { getMessageMedia } from '@chat/contracts/messaging';
import { MediaService } from './media.service';

@Controller()
export class MediaController {
  constructor(private readonly media: MediaService) {}

  @Handles(getMessageMedia)
  async get({ params }: InputOf<typeof getMessageMedia>, context: RequestContext): Promise<StoredMedia> {
    return this.media.find(params.id, context);
  }
}
