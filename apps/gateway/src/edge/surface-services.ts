import { Inject, Injectable } from '@nestjs/common';
import { BLOB_STORE, type BlobStore } from '@chat/blob-store';
import { BusClient } from '@chat/bus';
import { HostedLimits } from '../rate-limit/hosted-limits';
import { SessionsService } from '../sessions/sessions.service';
import { UploadsService } from '../uploads/uploads.service';
import { Admission } from './admission';

/** What the surfaces work with, beside settings. */
@Injectable()
export class SurfaceServices {
  constructor(
    readonly admission: Admission,
    readonly bus: BusClient,
    readonly uploads: UploadsService,
    @Inject(BLOB_STORE) readonly store: BlobStore,
    readonly limits: HostedLimits,
    readonly sessions: SessionsService,
  ) {}
}
