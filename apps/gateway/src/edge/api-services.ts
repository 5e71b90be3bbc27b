import { Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import { MediaDownloads } from '../downloads/media-downloads';
import { UploadsService } from '../uploads/uploads.service';
import { Admission } from './admission';

/** The dependencies of the surfaces for programs. */
@Injectable()
export class ApiServices {
  constructor(
    readonly admission: Admission,
    readonly bus: BusClient,
    readonly uploads: UploadsService,
    readonly downloads: MediaDownloads,
  ) {}
}
