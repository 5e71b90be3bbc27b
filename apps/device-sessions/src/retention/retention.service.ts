import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BackgroundLoops } from '@chat/bus';
import { deleteOldRecords } from '@chat/connector-kit';
import { CONFIG } from '@chat/service-kit';
import type { DeviceSessionsConfig } from '../config';

/** Deletes old records of what phones sent and received. */
@Injectable()
export class RetentionService {
  constructor(
    dataSource: DataSource,
    loops: BackgroundLoops,
    @Inject(CONFIG) { DEVICE_RECORD_DAYS: days }: DeviceSessionsConfig,
  ) {
    deleteOldRecords(loops, dataSource, { schema: 'device_sessions', days });
  }
}
