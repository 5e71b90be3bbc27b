import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import { renewDeviceMedia, type RenewedMedia } from '@chat/contracts/device-sessions';
import { MediaGoneError } from '@chat/connector-kit';
import { AppError } from '@chat/errors';
import { LeasesService } from '../sessions/leases.service';

const TIMEOUT_MS = 30_000;

/** Has the phones of the sessions that run here upload expired media again. */
@Controller()
export class RenewalsController {
  constructor(private readonly leases: LeasesService) {}

  /** @throws AppError `device_service_error` when the phone did not answer. */
  @Handles(renewDeviceMedia)
  async renew(
    { body: { channel_id, source } }: InputOf<typeof renewDeviceMedia>,
    { account }: RequestContext,
  ): Promise<RenewedMedia> {
    const session = this.leases.get(account.id, channel_id);
    try {
      return { source: await session.renewMedia(source, TIMEOUT_MS) };
    } catch (error) {
      if (error instanceof MediaGoneError) return { source: null };
      throw new AppError('device_service_error', { reason: 'not_connected' }, { cause: error });
    }
  }
}
