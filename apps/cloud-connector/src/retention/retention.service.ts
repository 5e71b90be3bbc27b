import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BackgroundLoops } from '@chat/bus';
import { deleteOldRecords } from '@chat/send-records';
import { CONFIG } from '@chat/service-kit';
import type { CloudConnectorConfig } from '../config';

/** What was sent and received by Cloud numbers is remembered for a while only. */
@Injectable()
export class RetentionService {
  constructor(
    dataSource: DataSource,
    loops: BackgroundLoops,
    @Inject(CONFIG) { PROVIDER_RECORD_DAYS: days }: CloudConnectorConfig,
  ) {
    deleteOldRecords(loops, dataSource, { schema: 'cloud_connector', days });
  }
}
