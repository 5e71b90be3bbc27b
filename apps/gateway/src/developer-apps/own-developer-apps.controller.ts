import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { Deleted, InputOf, RequestContext } from '@chat/contracts';
import {
  createOwnDeveloperApp,
  deleteOwnDeveloperApp,
  listOwnDeveloperApps,
  rotateOwnDeveloperAppSecret,
  updateOwnDeveloperApp,
  type CreatedDeveloperApp,
  type DeveloperAppList,
  type DeveloperAppResult,
} from '@chat/contracts/gateway';
import { callerOf } from '../callers/caller';
import { DeveloperAppsService } from './developer-apps.service';

/** The developer apps of the account of a person who is signed in. */
@Controller()
export class OwnDeveloperAppsController {
  constructor(private readonly apps: DeveloperAppsService) {}

  @Handles(listOwnDeveloperApps)
  async list(_: InputOf<typeof listOwnDeveloperApps>, context: RequestContext): Promise<DeveloperAppList> {
    return { developer_apps: await this.apps.list(callerOf(context).accountId) };
  }

  @Handles(createOwnDeveloperApp)
  create(
    { body }: InputOf<typeof createOwnDeveloperApp>,
    context: RequestContext,
  ): Promise<CreatedDeveloperApp> {
    return this.apps.create({ ...body, account_id: callerOf(context).accountId }, context);
  }

  @Handles(updateOwnDeveloperApp)
  async update(
    { params, body }: InputOf<typeof updateOwnDeveloperApp>,
    context: RequestContext,
  ): Promise<DeveloperAppResult> {
    const { accountId } = callerOf(context);
    return { developer_app: await this.apps.update({ ...params, accountId }, body, context) };
  }

  @Handles(rotateOwnDeveloperAppSecret)
  rotateSecret(
    { params }: InputOf<typeof rotateOwnDeveloperAppSecret>,
    context: RequestContext,
  ): Promise<CreatedDeveloperApp> {
    return this.apps.rotateSecret({ ...params, accountId: callerOf(context).accountId }, context);
  }

  @Handles(deleteOwnDeveloperApp)
  async delete({ params }: InputOf<typeof deleteOwnDeveloperApp>, context: RequestContext): Promise<Deleted> {
    const { accountId } = callerOf(context);
    return { deleted: true, id: await this.apps.delete({ ...params, accountId }, context) };
  }
}
