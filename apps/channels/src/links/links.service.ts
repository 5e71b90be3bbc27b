import { Injectable } from '@nestjs/common';
import { changesNothing } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import type {
  ChannelStatus,
  PairingCode,
  QrCode,
  ReconnectedChannel,
  RequestPairingCode,
  SignOfLife,
} from '@chat/contracts/channels';
import type { SessionSnapshot } from '@chat/contracts/device-sessions';
import { AppError, invalid } from '@chat/errors';
import { readInternational } from '@chat/phone-numbers';
import type { ChannelEntity } from '../channels/channel.entity';
import { toChannel, toChannelStatus } from '../channels/channel.mapper';
import type { ChannelChanges } from '../channels/channel-changes.rules';
import { ChannelsRepository } from '../channels/channels.repository';
import { ConnectionsService } from './connections.service';
import { DeviceSessionsClient } from './device-sessions.client';

/** Links phones to Device channels. */
@Injectable()
export class LinksService {
  constructor(
    private readonly channels: ChannelsRepository,
    private readonly connections: ConnectionsService,
    private readonly sessions: DeviceSessionsClient,
  ) {}

  async status(id: number, context: RequestContext): Promise<ChannelStatus> {
    return toChannelStatus(await this.refresh(id, context));
  }

  /** Records the signs of life of connected sessions since their last report. */
  async noteSignsOfLife(signs: readonly SignOfLife[]): Promise<void> {
    await this.channels.noteSignsOfLife(signs);
  }

  async createQr(id: number, context: RequestContext): Promise<QrCode> {
    await this.makeReady(id, context);
    const { session, qr, expires_in } = await this.sessions.qr(id, context);
    const { connectionStatus } = await this.connections.report(session, context);
    if (connectionStatus === 'connected') {
      return { device_id: id, qr: null, status: 'CONNECTED', connected: true, qr_duration: 0 };
    }
    if (qr === null) throw new AppError('qr_failed');
    return { device_id: id, qr, status: 'PENDING', connected: false, qr_duration: expires_in };
  }

  async createPairingCode(
    id: number,
    request: RequestPairingCode,
    context: RequestContext,
  ): Promise<PairingCode> {
    const phone = readPhone(request);
    const channel = await this.makeReady(id, context);
    if (channel.connectionStatus === 'connected') {
      throw new AppError('conflict', {
        message:
          'The channel is connected. To link another phone, first remove this device in the chat app of the current ' +
          'phone.',
      });
    }
    const { session, pairing_code } = await this.sessions.pairingCode(id, phone, context);
    await this.connections.report(session, context);
    return {
      device_id: id,
      pairing_code,
      phone_number: phone,
      message: 'Enter the code in the chat app, under linked devices, then poll the status of the channel.',
    };
  }

  async reconnect(id: number, context: RequestContext): Promise<ReconnectedChannel> {
    requireDevice(await this.channels.get(context.account.id, id));
    const channel = await this.relink(id, context);
    if (channel.connectionStatus === 'connected') changesNothing(context);
    const message =
      channel.connectionStatus === 'connected'
        ? 'The channel is already connected. Nothing was changed.'
        : 'The channel was reset. Request a QR code or a pairing code to link a phone again.';
    return { device: toChannel(channel), message };
  }

  /**
   * Resets the channel so that it can be paired again, unless its phone turns out to be connected. A session in an
   * unknown state is not reset, since a working link would be lost.
   * @param changes applied together with the reset.
   * @throws AppError `device_service_error` also when the state of the session is unknown.
   */
  async relink(id: number, context: RequestContext, changes?: ChannelChanges): Promise<ChannelEntity> {
    // It may have connected since; and session owners on the previous release reset connected sessions, too.
    const seen = await this.sessions.getSession(id, context);
    const snapshot =
      seen.raw_status === 'CONNECTED'
        ? seen
        : await this.sessions.reset(id, { unlessConnected: true }, context);
    if (snapshot.raw_status !== 'CONNECTED') return this.connections.reset(snapshot, context, changes);

    const channel = await this.connections.report(snapshot, context);
    if (channel.connectionStatus === 'connected') return channel;
    const reset = await this.sessions.reset(id, { unlessConnected: false }, context);
    return this.connections.reset(reset, context, changes);
  }

  /** Resets the channel if it is disconnected. */
  private async makeReady(id: number, context: RequestContext): Promise<ChannelEntity> {
    const channel = requireDevice(await this.refresh(id, context));
    return channel.connectionStatus === 'disconnected' ? this.relink(id, context) : channel;
  }

  /** Returns the channel, refreshed from its session if it has one that answers. */
  private async refresh(id: number, context: RequestContext): Promise<ChannelEntity> {
    const channel = await this.channels.get(context.account.id, id);
    const snapshot = channel.origin === 'device' ? await this.findSession(id, context) : null;
    return snapshot ? this.connections.report(snapshot, context) : channel;
  }

  private async findSession(id: number, context: RequestContext): Promise<SessionSnapshot | null> {
    try {
      return await this.sessions.getSession(id, context);
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
  }
}

function requireDevice(channel: ChannelEntity): ChannelEntity {
  if (channel.origin !== 'device') throw new AppError('invalid_channel_type');
  return channel;
}

/** @throws AppError `validation_error`, which names the member that the request has. */
function readPhone({ phone, phone_number }: RequestPairingCode): string {
  const number = phone ?? phone_number;
  if (!number) throw invalid('phone', 'phone is required: the digits of the number, with country code.');
  if (phone_number && phone_number !== number) {
    throw invalid(
      'phone_number',
      'phone_number is an alias of phone, but the values differ. Send one of them.',
    );
  }
  const international = readInternational(number);
  if (international === null) {
    const member = phone === undefined ? 'phone_number' : 'phone';
    throw invalid(member, `${member} must be a valid number, with country code.`);
  }
  return international;
}
