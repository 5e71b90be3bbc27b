import { Injectable } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { toDataURL } from 'qrcode';
import { AppError } from '@chat/errors';
import type {
  ClaimedSession,
  ResetSession,
  SessionPairingCode,
  SessionQr,
  SessionSnapshot,
} from '@chat/contracts/device-sessions';
import { phoneVariants } from '@chat/phone-numbers';
import { EngineClosedError, PairingRefusedError, type PairingCode } from '../engines/device-engine';
import type { HeldSession } from './held-session';
import { LeasesService } from './leases.service';
import { toSnapshot } from '../session-store/session.mapper';
import { SessionsRepository } from '../session-store/sessions.repository';

/** Part of a request's time that is reserved for the reply. */
const ANSWER_MARGIN_MS = 1_000;

@Injectable()
export class SessionsService {
  constructor(
    private readonly leases: LeasesService,
    private readonly sessions: SessionsRepository,
  ) {}

  async claim(accountId: number, channelId: number): Promise<ClaimedSession> {
    return { claimed: await this.leases.claim(accountId, channelId) };
  }

  async get(accountId: number, channelId: number): Promise<SessionSnapshot> {
    return toSnapshot(await this.sessions.mention(accountId, channelId));
  }

  async qr(accountId: number, channelId: number, deadline: number): Promise<SessionQr> {
    const session = this.leases.get(accountId, channelId);
    await session.start();
    const shown = await session.nextQr(timeLeft(deadline));
    if (shown) {
      return {
        session: session.snapshot,
        qr: await toDataURL(shown.text),
        expires_in: Math.max(0, Math.floor((shown.expiresAt - Date.now()) / 1_000)),
      };
    }
    if (session.isConnected) return { session: session.snapshot, qr: null, expires_in: 0 };
    throw noCode(session, 'qr_failed');
  }

  async pairingCode(
    accountId: number,
    channelId: number,
    phone: string,
    deadline: number,
  ): Promise<SessionPairingCode> {
    const session = this.leases.get(accountId, channelId);
    if (session.isLinked) {
      throw new AppError('conflict', { message: 'A phone is already linked. Reconnect the channel first.' });
    }
    await session.start();
    // The network accepts requests for a code once it has shown the first QR code.
    if (!(await session.nextQr(timeLeft(deadline)))) throw noCode(session, 'pairing_failed');
    const shown = await Promise.race([
      this.codeOf(session, phone),
      delay(timeLeft(deadline), null, { ref: false }),
    ]);
    if (shown === null) throw new AppError('pairing_failed');
    const { code } = shown;
    return { session: session.snapshot, pairing_code: `${code.slice(0, 4)}-${code.slice(4)}` };
  }

  /** Asks for each spelling of the number until the network knows one. @returns null when there is no code. */
  private async codeOf(session: HeldSession, phone: string): Promise<PairingCode | null> {
    for (const spelling of phoneVariants(phone)) {
      try {
        return await session.pairingCode(spelling);
      } catch (error) {
        if (error instanceof EngineClosedError) return null;
        if (!(error instanceof PairingRefusedError)) throw error;
      }
    }
    return null;
  }

  async reset(
    accountId: number,
    { channel_id: channelId, unless_connected: unlessConnected = false }: ResetSession,
  ): Promise<SessionSnapshot> {
    return this.leases.get(accountId, channelId).reset({ unlessConnected });
  }

  async logOut(accountId: number, channelId: number, reason: string | null): Promise<SessionSnapshot> {
    const session = this.leases.get(accountId, channelId);
    await session.logOut(reason);
    return session.snapshot;
  }
}

/** Returns the error for a missing code: `silence`, unless the network cannot be reached. */
function noCode(session: HeldSession, silence: 'qr_failed' | 'pairing_failed'): AppError {
  const isUnreachable = session.snapshot.raw_status === 'DISCONNECTED';
  return new AppError(isUnreachable ? 'device_service_error' : silence);
}

function timeLeft(deadline: number): number {
  return Math.max(0, deadline - ANSWER_MARGIN_MS - Date.now());
}
