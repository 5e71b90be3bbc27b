import { Deleted, operation } from '..';
import {
  CreatedDeveloperApp,
  CreateDeveloperApp,
  DeveloperAppList,
  DeveloperAppRef,
  DeveloperAppResult,
  ListDeveloperApps,
  UpdateDeveloperApp,
} from './developer-app.dto';

export const createDeveloperApp = operation({
  subject: 'rpc.gateway.developer-app.create',
  effect: 'write',
  body: CreateDeveloperApp,
  output: CreatedDeveloperApp,
});

export const listDeveloperApps = operation({
  subject: 'rpc.gateway.developer-app.list',
  effect: 'read',
  body: ListDeveloperApps,
  output: DeveloperAppList,
});

export const updateDeveloperApp = operation({
  subject: 'rpc.gateway.developer-app.update',
  effect: 'write',
  body: UpdateDeveloperApp,
  output: DeveloperAppResult,
});

/** A new secret; the one until now ends at once. */
export const rotateDeveloperAppSecret = operation({
  subject: 'rpc.gateway.developer-app.rotate-secret',
  effect: 'write',
  body: DeveloperAppRef,
  output: CreatedDeveloperApp,
});

/** Ends everything that people granted to the app, too. */
export const deleteDeveloperApp = operation({
  subject: 'rpc.gateway.developer-app.delete',
  effect: 'write',
  body: DeveloperAppRef,
  output: Deleted,
});
