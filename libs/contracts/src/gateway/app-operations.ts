import { Deleted, operation } from '..';
import { AccountRef } from './account.dto';
import {
  CreatedDeveloperApp,
  CreateDeveloperApp,
  DeveloperAppList,
  DeveloperAppRef,
  DeveloperAppResult,
  ListDeveloperApps,
  ListReturnHosts,
  ReturnHosts,
  UpdateDeveloperApp,
} from './developer-app.dto';
import { GrantList, GrantRef, GrantResult } from './grant.dto';

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

/** Creates a new secret; the previous one becomes invalid immediately. */
export const rotateDeveloperAppSecret = operation({
  subject: 'rpc.gateway.developer-app.rotate-secret',
  effect: 'write',
  body: DeveloperAppRef,
  output: CreatedDeveloperApp,
});

/** Deletes the app and revokes everything that people granted to it. */
export const deleteDeveloperApp = operation({
  subject: 'rpc.gateway.developer-app.delete',
  effect: 'write',
  body: DeveloperAppRef,
  output: Deleted,
});

/** Returns the hosts of the redirect URIs that apply to the credential of the context. */
export const listReturnHosts = operation({
  subject: 'rpc.gateway.developer-app.return-hosts',
  effect: 'read',
  body: ListReturnHosts,
  output: ReturnHosts,
});

export const listGrants = operation({
  subject: 'rpc.gateway.grant.list',
  effect: 'read',
  body: AccountRef,
  output: GrantList,
});

/** Revokes the grant and the tokens issued for it. */
export const revokeGrant = operation({
  subject: 'rpc.gateway.grant.revoke',
  effect: 'write',
  body: GrantRef,
  output: GrantResult,
});
