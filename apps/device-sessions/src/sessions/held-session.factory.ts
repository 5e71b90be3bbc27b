import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, SecretBox, secretKeysOf, type Logger } from '@chat/service-kit';
import type { DeviceSessionsConfig } from '../config';
import { DEVICE_ENGINE, type DeviceEngine } from '../engines/device-engine';
import { InboundService } from '../inbound/inbound.service';
import { sealedCredentials } from '../session-store/sealed-credentials';
import type { SessionRow } from '../session-store/session.row';
import { SessionsRepository } from '../session-store/sessions.repository';
import { HeldSession } from './held-session';

/** Gives each session that this replica holds its dependencies. */
@Injectable()
export class HeldSessionFactory {
  private readonly secrets: SecretBox;

  constructor(
    @Inject(CONFIG) config: DeviceSessionsConfig,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(DEVICE_ENGINE) private readonly engine: DeviceEngine,
    private readonly sessions: SessionsRepository,
    private readonly inbound: InboundService,
  ) {
    this.secrets = new SecretBox(secretKeysOf(config), sealedCredentials.purpose);
  }

  /** @param onLeaseLost called when a write finds that another replica holds the session. */
  create(row: SessionRow, onLeaseLost: (session: HeldSession) => void): HeldSession {
    const { engine, sessions, inbound, secrets, logger } = this;
    return new HeldSession(row, { engine, sessions, inbound, secrets, logger, onLeaseLost });
  }
}
