import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  erasePhoneRecords,
  exportPhoneRecords,
  type ErasedPhoneRecords,
  type ExportedPhoneRecords,
} from '@chat/contracts/device-sessions';
import { PersonRecordsRepository } from './person-records.repository';

@Controller()
export class ErasuresController {
  constructor(private readonly records: PersonRecordsRepository) {}

  @Handles(erasePhoneRecords)
  async erase(
    { body }: InputOf<typeof erasePhoneRecords>,
    { account }: RequestContext,
  ): Promise<ErasedPhoneRecords> {
    return { erased: await this.records.erase(account.id, body.names) };
  }

  @Handles(exportPhoneRecords)
  async export(
    { body }: InputOf<typeof exportPhoneRecords>,
    { account }: RequestContext,
  ): Promise<ExportedPhoneRecords> {
    return this.records.export(account.id, body.names);
  }
}
