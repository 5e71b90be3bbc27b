import { Inject, Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import { BLOB_STORE, type BlobStore } from '@chat/media';
import { UploadsService } from '../uploads/uploads.service';
import { Admission } from './admission';

/** The dependencies of the surfaces for programs. */
@Injectable()
export class ApiServices {
  constructor(
    readonly admission: Admission,
    readonly bus: BusClient,
    readonly uploads: UploadsService,
    @Inject(BLOB_STORE) readonly store: BlobStore,
  ) {}
}
