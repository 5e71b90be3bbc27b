import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf } from '@chat/contracts';
import { heldBlobs, type HeldBlobs } from '@chat/contracts/blobs';
import { BlobsRepository } from './blobs.repository';

const heldUploads = heldBlobs('templates');

@Controller()
export class SamplesController {
  constructor(private readonly blobs: BlobsRepository) {}

  @Handles(heldUploads)
  async held({ body }: InputOf<typeof heldUploads>): Promise<HeldBlobs> {
    return { held: await this.blobs.held(body.blobs) };
  }
}
