import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, LOGGER, SecretBox, secretKeysOf, type Logger } from '@chat/service-kit';
import { instruments } from '@chat/telemetry';
import type { DeviceSessionsConfig } from '../config';
import { closeReasons } from '../engines/close-reasons';
import { DeviceEngines } from '../engines/device-engines';
import { InboundService } from '../inbound/inbound.service';
import { SentContents } from '../session-store/sent-contents';
import { SerialQueue } from '../serial-queue';
import { sealedCredentials } from '../session-store/sealed-credentials';
import { SessionKeys } from '../session-store/session-keys.service';
import type { SessionRow } from '../session-store/session.row';
import { SessionsRepository } from '../session-store/sessions.repository';
import { HeldSession } from './held-session';
import { LoginPace } from './login-pace';
import { StoredSession, type StoreParts } from './stored-session';
import type { SessionParts } from './session-parts';

/** Between connections that somebody asks for: each keeps the process busy for a moment. */
const START_INTERVAL_MS = 100;

/** Gives each session that this replica holds its dependencies. */
@Injectable()
export class HeldSessionFactory {
  private readonly store: StoreParts;
  private readonly parts: SessionParts;

  constructor(
    @Inject(CONFIG) config: DeviceSessionsConfig,
    @Inject(LOGGER) logger: Logger,
    engines: DeviceEngines,
    sessions: SessionsRepository,
    keys: SessionKeys,
    sentContents: SentContents,
    inbound: InboundService,
  ) {
    // From the start, since Prometheus takes the first value of a series for no increase.
    for (const reason of closeReasons) instruments.deviceEnds.live?.inc({ reason }, 0);
    const secrets = new SecretBox(secretKeysOf(config), sealedCredentials.purpose);
    this.store = { sessions, keys, sentContents, inbound, secrets, engineName: engines.preferred };
    this.parts = {
      ...{ engines, logger },
      pace: new LoginPace(config.DEVICE_LOGIN_INTERVAL_MS),
      startPace: new LoginPace(START_INTERVAL_MS),
      heavyWork: new SerialQueue(),
      graceMs: config.DEVICE_RECONNECT_GRACE_MS,
    };
  }

  /** @param onLeaseLost called when a write finds that another replica holds the session. */
  create(row: SessionRow, onLeaseLost: (session: HeldSession) => void): HeldSession {
    const stored = new StoredSession(row, this.store, () => onLeaseLost(session));
    const session: HeldSession = new HeldSession(stored, this.parts);
    return session;
  }
}
