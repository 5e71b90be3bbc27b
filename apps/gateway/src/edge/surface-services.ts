import { Inject, Injectable } from '@nestjs/common';
import { BLOB_STORE, type BlobStore } from '@chat/media';
import { BusClient } from '@chat/bus';
import { AuthorizationsService } from '../oauth/authorizations.service';
import { ClientAuthenticator } from '../oauth/client-authenticator';
import { TokensService } from '../oauth/tokens.service';
import { HostedLimits } from '../rate-limit/hosted-limits';
import { SessionsService } from '../sessions/sessions.service';
import { UploadsService } from '../uploads/uploads.service';
import { Admission } from './admission';

/** The dependencies of the surfaces, besides settings. */
@Injectable()
export class SurfaceServices {
  constructor(
    readonly admission: Admission,
    readonly bus: BusClient,
    readonly uploads: UploadsService,
    @Inject(BLOB_STORE) readonly store: BlobStore,
    readonly limits: HostedLimits,
    readonly sessions: SessionsService,
    readonly clients: ClientAuthenticator,
    readonly authorizations: AuthorizationsService,
    readonly tokens: TokensService,
  ) {}
}
