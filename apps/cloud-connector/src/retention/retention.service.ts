import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { BackgroundLoops } from '@chat/bus';
import { deleteOldRecords } from '@chat/connector-kit';
import { CONFIG } from '@chat/service-kit';
import type { CloudConnectorConfig } from '../config';

/** Deletes old records of what Cloud numbers sent and received. */
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
