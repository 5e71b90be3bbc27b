import { Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import type { InputOf, Operation, OutputOf, RequestContext } from '@chat/contracts';
import {
  getSession,
  getSessionPairingCode,
  getSessionQr,
  logOutSession,
  resetSession,
  type SessionPairingCode,
  type SessionQr,
  type SessionSnapshot,
} from '@chat/contracts/device-sessions';
import { AppError } from '@chat/errors';

/**
 * Client of the device-sessions service for the session of a channel. Its methods throw the error codes that the
 * operation declares; any other failure, including no answer, becomes `device_service_error`.
 */
@Injectable()
export class DeviceSessionsClient {
  constructor(private readonly bus: BusClient) {}

  /** Returns the current session. */
  getSession(channelId: number, context: RequestContext): Promise<SessionSnapshot> {
    return this.ask(getSession, context, { body: { channel_id: channelId } });
  }

  qr(channelId: number, context: RequestContext): Promise<SessionQr> {
    return this.ask(getSessionQr, context, { body: { channel_id: channelId } });
  }

  pairingCode(channelId: number, phone: string, context: RequestContext): Promise<SessionPairingCode> {
    return this.ask(getSessionPairingCode, context, { body: { channel_id: channelId, phone } });
  }

  /** Returns the session afterwards: reset, or still connected if `unlessConnected` is set. */
  reset(
    channelId: number,
    { unlessConnected }: { unlessConnected: boolean },
    context: RequestContext,
  ): Promise<SessionSnapshot> {
    const body = { channel_id: channelId, unless_connected: unlessConnected };
    return this.ask(resetSession, context, { body });
  }

  logOut(channelId: number, reason: string | null, context: RequestContext): Promise<SessionSnapshot> {
    return this.ask(logOutSession, context, { body: { channel_id: channelId, reason } });
  }

  private async ask<Op extends Operation>(
    operation: Op,
    context: RequestContext,
    input: InputOf<Op>,
  ): Promise<OutputOf<Op>> {
    try {
      return await this.bus.request(operation, context, input);
    } catch (error) {
      if (!(error instanceof AppError) || operation.errors?.includes(error.code)) throw error;
      throw new AppError('device_service_error', {}, { cause: error });
    }
  }
}
