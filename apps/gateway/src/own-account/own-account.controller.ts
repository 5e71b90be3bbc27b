import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import { getOwnAccount, type OwnAccountResult } from '@chat/contracts/gateway';
import { OwnAccountService } from './own-account.service';

@Controller()
export class OwnAccountController {
  constructor(private readonly accounts: OwnAccountService) {}

  @Handles(getOwnAccount)
  async show(_: unknown, context: RequestContext): Promise<OwnAccountResult> {
    return { account: await this.accounts.get(context) };
  }
}
