import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import {
  createAccount,
  getAccount,
  getOwnSettings,
  listAccounts,
  resumeAccount,
  suspendAccount,
  updateAccount,
  updateOwnAccount,
  type AccountList,
  type AccountResult,
} from '@chat/contracts/gateway';
import { callerOf } from '../callers/caller';
import { AccountsService } from './accounts.service';

@Controller()
export class AccountsController {
  constructor(private readonly accounts: AccountsService) {}

  @Handles(getAccount)
  async get({ body }: InputOf<typeof getAccount>): Promise<AccountResult> {
    return { account: await this.accounts.get(body.account_id) };
  }

  @Handles(createAccount)
  async create({ body }: InputOf<typeof createAccount>, context: RequestContext): Promise<AccountResult> {
    return { account: await this.accounts.create(body, context) };
  }

  @Handles(updateAccount)
  async update({ body }: InputOf<typeof updateAccount>, context: RequestContext): Promise<AccountResult> {
    return { account: await this.accounts.update(body, context) };
  }

  @Handles(suspendAccount)
  async suspend({ body }: InputOf<typeof suspendAccount>, context: RequestContext): Promise<AccountResult> {
    return { account: await this.accounts.setSuspended(body.account_id, true, context) };
  }

  @Handles(resumeAccount)
  async resume({ body }: InputOf<typeof resumeAccount>, context: RequestContext): Promise<AccountResult> {
    return { account: await this.accounts.setSuspended(body.account_id, false, context) };
  }

  @Handles(listAccounts)
  async list(): Promise<AccountList> {
    return { accounts: await this.accounts.list() };
  }

  @Handles(getOwnSettings)
  async getOwn(_: unknown, context: RequestContext): Promise<AccountResult> {
    return { account: await this.accounts.get(callerOf(context).accountId) };
  }

  @Handles(updateOwnAccount)
  async updateOwn(
    { body }: InputOf<typeof updateOwnAccount>,
    context: RequestContext,
  ): Promise<AccountResult> {
    const { accountId } = callerOf(context);
    return { account: await this.accounts.update({ ...body, account_id: accountId }, context) };
  }
}
