import { Controller } from '@nestjs/common';
import { Handles, Reply } from '@chat/bus';
import type { InputOf, RequestContext } from '@chat/contracts';
import type { Replay } from '@chat/contracts/dead-letters';
import {
  listAccountLimits,
  listInstallationAccounts,
  listInstallationDeadLetters,
  listInstallationJobs,
  readHealth,
  replayInstallationDeadLetter,
  resumeInstallationAccount,
  retryInstallationJob,
  setAccountLimit,
  suspendInstallationAccount,
  updatePlan,
  type AccountList,
  type AccountResult,
  type DeadLettersOfServices,
  type Health,
  type JobOfServiceResult,
  type JobsOfServices,
} from '@chat/contracts/gateway';
import type { UsageList, UsageResult } from '@chat/contracts/limits';
import { AppError } from '@chat/errors';
import { AccountsService } from '../accounts/accounts.service';
import { InstallationService } from './installation.service';

/** What operators of the installation have. The admission lets nobody else come here. */
@Controller()
export class InstallationController {
  constructor(
    private readonly accounts: AccountsService,
    private readonly installation: InstallationService,
  ) {}

  @Handles(listInstallationAccounts)
  async listAccounts({ query }: InputOf<typeof listInstallationAccounts>): Promise<Reply<AccountList>> {
    const { accounts, pagination } = await this.accounts.page(query);
    return new Reply({ accounts }, { pagination });
  }

  @Handles(updatePlan)
  async updatePlan(
    { params, body }: InputOf<typeof updatePlan>,
    context: RequestContext,
  ): Promise<AccountResult> {
    return { account: await this.accounts.update({ ...body, account_id: params.id }, context) };
  }

  @Handles(suspendInstallationAccount)
  async suspend(
    { params }: InputOf<typeof suspendInstallationAccount>,
    context: RequestContext,
  ): Promise<AccountResult> {
    if (params.id === context.account.id) throw ownAccount();
    return { account: await this.accounts.setSuspended(params.id, true, context) };
  }

  @Handles(resumeInstallationAccount)
  async resume(
    { params }: InputOf<typeof resumeInstallationAccount>,
    context: RequestContext,
  ): Promise<AccountResult> {
    return { account: await this.accounts.setSuspended(params.id, false, context) };
  }

  @Handles(listAccountLimits)
  async limits({ params }: InputOf<typeof listAccountLimits>, context: RequestContext): Promise<UsageList> {
    await this.accounts.get(params.id);
    return { usage: await this.installation.limits(context, params.id) };
  }

  @Handles(setAccountLimit)
  async setLimit(
    { params, body }: InputOf<typeof setAccountLimit>,
    context: RequestContext,
  ): Promise<UsageResult> {
    await this.accounts.get(params.id);
    return { usage: await this.installation.setLimit(context, params.id, body) };
  }

  @Handles(listInstallationDeadLetters)
  deadLetters(
    { query }: InputOf<typeof listInstallationDeadLetters>,
    context: RequestContext,
  ): Promise<DeadLettersOfServices> {
    return this.installation.deadLetters(context, query.service);
  }

  @Handles(replayInstallationDeadLetter)
  replay({ params }: InputOf<typeof replayInstallationDeadLetter>, context: RequestContext): Promise<Replay> {
    return this.installation.replay(context, params.service, params.id);
  }

  @Handles(listInstallationJobs)
  jobs({ query }: InputOf<typeof listInstallationJobs>, context: RequestContext): Promise<JobsOfServices> {
    return this.installation.jobs(context, query);
  }

  @Handles(retryInstallationJob)
  async retry(
    { params }: InputOf<typeof retryInstallationJob>,
    context: RequestContext,
  ): Promise<JobOfServiceResult> {
    return { job: await this.installation.retry(context, params.service, params.id) };
  }

  @Handles(readHealth)
  health(_: InputOf<typeof readHealth>, context: RequestContext): Promise<Health> {
    return this.installation.health(context);
  }
}

/** Afterwards nobody of it could resume it here. */
function ownAccount(): AppError {
  const message = 'This is your own account. Another operator may suspend it, or the admin tool.';
  return new AppError('conflict', { message });
}
