import { Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import { MediaDownloads } from '../../downloads/media-downloads';
import type { OperationServices } from '../../edge/api-services';
import { LiveEvents } from '../../live/live-events';
import { StreamSlots } from '../../live/stream-slots';
import { PersonExports } from '../../person-exports/person-exports.service';
import { UploadsService } from '../../uploads/uploads.service';
import { SessionAdmission } from './session-admission';

/** The dependencies of the surface for people who are signed in. */
@Injectable()
export class ConsoleServices implements OperationServices {
  constructor(
    readonly admission: SessionAdmission,
    readonly bus: BusClient,
    readonly uploads: UploadsService,
    readonly downloads: MediaDownloads,
    readonly live: LiveEvents,
    readonly streams: StreamSlots,
    readonly exports: PersonExports,
  ) {}
}
