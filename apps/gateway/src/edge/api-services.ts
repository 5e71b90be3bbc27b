import { Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import { MediaDownloads } from '../downloads/media-downloads';
import { LiveEvents } from '../live/live-events';
import { StreamSlots } from '../live/stream-slots';
import { UploadsService } from '../uploads/uploads.service';
import { Admission } from './admission';
import type { Doorkeeper } from './doorkeeper';

/** The dependencies of the routes of operations. */
export interface OperationServices {
  readonly admission: Doorkeeper;
  readonly bus: BusClient;
  readonly uploads: UploadsService;
  readonly downloads: MediaDownloads;
  readonly live: LiveEvents;
  readonly streams: StreamSlots;
}

/** The dependencies of the surfaces for programs. */
@Injectable()
export class ApiServices {
  constructor(
    readonly admission: Admission,
    readonly bus: BusClient,
    readonly uploads: UploadsService,
    readonly downloads: MediaDownloads,
    readonly live: LiveEvents,
    readonly streams: StreamSlots,
  ) {}
}
