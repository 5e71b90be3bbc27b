import { Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import { AuthorizationsService } from '../oauth/authorizations.service';
import { ClientAuthenticator } from '../oauth/client-authenticator';
import { TokensService } from '../oauth/tokens.service';
import { PersonLinksService } from '../person-links/person-links.service';
import { HostedLimits } from '../rate-limit/hosted-limits';
import { SessionsService } from '../sessions/sessions.service';
import { Admission } from './admission';

/** The dependencies of the pages for people and of OAuth. */
@Injectable()
export class HostedServices {
  constructor(
    readonly admission: Admission,
    readonly bus: BusClient,
    readonly limits: HostedLimits,
    readonly sessions: SessionsService,
    readonly clients: ClientAuthenticator,
    readonly authorizations: AuthorizationsService,
    readonly tokens: TokensService,
    readonly personLinks: PersonLinksService,
  ) {}
}
