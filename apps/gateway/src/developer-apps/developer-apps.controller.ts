import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { Deleted, InputOf, RequestContext } from '@chat/contracts';
import {
  createDeveloperApp,
  deleteDeveloperApp,
  listDeveloperApps,
  listReturnHosts,
  rotateDeveloperAppSecret,
  updateDeveloperApp,
  type CreatedDeveloperApp,
  type DeveloperAppList,
  type DeveloperAppResult,
  type ReturnHosts,
} from '@chat/contracts/gateway';
import { DeveloperAppsService, nameOf } from './developer-apps.service';

@Controller()
export class DeveloperAppsController {
  constructor(private readonly apps: DeveloperAppsService) {}

  @Handles(createDeveloperApp)
  create(
    { body }: InputOf<typeof createDeveloperApp>,
    context: RequestContext,
  ): Promise<CreatedDeveloperApp> {
    return this.apps.create(body, context);
  }

  @Handles(listDeveloperApps)
  async list({ body }: InputOf<typeof listDeveloperApps>): Promise<DeveloperAppList> {
    return { developer_apps: await this.apps.list(body.account_id ?? undefined) };
  }

  @Handles(updateDeveloperApp)
  async update(
    { body }: InputOf<typeof updateDeveloperApp>,
    context: RequestContext,
  ): Promise<DeveloperAppResult> {
    return { developer_app: await this.apps.update(nameOf(body.app), body, context) };
  }

  @Handles(rotateDeveloperAppSecret)
  rotateSecret(
    { body }: InputOf<typeof rotateDeveloperAppSecret>,
    context: RequestContext,
  ): Promise<CreatedDeveloperApp> {
    return this.apps.rotateSecret(nameOf(body.app), context);
  }

  @Handles(deleteDeveloperApp)
  async delete({ body }: InputOf<typeof deleteDeveloperApp>, context: RequestContext): Promise<Deleted> {
    return { deleted: true, id: await this.apps.delete(nameOf(body.app), context) };
  }

  @Handles(listReturnHosts)
  async returnHosts(
    { body }: InputOf<typeof listReturnHosts>,
    context: RequestContext,
  ): Promise<ReturnHosts> {
    return { hosts: await this.apps.returnHosts(context, body.developer_app_id) };
  }
}
