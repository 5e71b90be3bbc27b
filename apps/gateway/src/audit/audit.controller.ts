import { Controller } from '@nestjs/common';
import { Handles, Reply } from '@chat/bus';
import type { InputOf, RequestContext, TextFile } from '@chat/contracts';
import { exportAudit, listAudit, type AuditList } from '@chat/contracts/gateway';
import { callerOf } from '../callers/caller';
import { AuditService } from './audit.service';

@Controller()
export class AuditController {
  constructor(private readonly audit: AuditService) {}

  @Handles(listAudit)
  async list({ query }: InputOf<typeof listAudit>, context: RequestContext): Promise<Reply<AuditList>> {
    const { entries, pagination } = await this.audit.list(callerOf(context).accountId, query);
    return new Reply({ entries }, { pagination });
  }

  @Handles(exportAudit)
  export({ query }: InputOf<typeof exportAudit>, context: RequestContext): Promise<TextFile> {
    return this.audit.export(query, context);
  }
}
