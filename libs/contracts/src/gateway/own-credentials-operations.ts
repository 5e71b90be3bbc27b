import { Deleted, IdParams, operation } from '..';
import { AccountResult, ApiKeyList, ApiKeyResult, CreatedApiKey } from './account.dto';
import { CreatedDeveloperApp, DeveloperAppList, DeveloperAppResult } from './developer-app.dto';
import { GrantList, GrantResult, SetAgentAccess } from './grant.dto';
import {
  ApiKeyParams,
  CreateOwnApiKey,
  CreateOwnDeveloperApp,
  RotateOwnApiKey,
  UpdateOwnAccount,
  UpdateOwnApiKey,
  UpdateOwnDeveloperApp,
} from './own-credentials.dto';

export const listOwnApiKeys = operation({
  http: 'GET /console/api/api-keys',
  summary: 'List the API keys of the account',
  role: 'developer',
  subject: 'rpc.gateway.own-api-key.list',
  effect: 'read',
  output: ApiKeyList,
});

export const createOwnApiKey = operation({
  http: 'POST /console/api/api-keys',
  summary: 'Create an API key',
  role: 'developer',
  stepUp: true,
  subject: 'rpc.gateway.own-api-key.create',
  effect: 'write',
  body: CreateOwnApiKey,
  output: CreatedApiKey,
  status: 201,
});

export const updateOwnApiKey = operation({
  http: 'PATCH /console/api/api-keys/{clientId}',
  summary: 'Change an API key',
  role: 'developer',
  stepUp: true,
  subject: 'rpc.gateway.own-api-key.update',
  effect: 'write',
  params: ApiKeyParams,
  body: UpdateOwnApiKey,
  output: ApiKeyResult,
  errors: ['conflict'],
});

export const rotateOwnApiKey = operation({
  http: 'POST /console/api/api-keys/{clientId}/rotate',
  summary: 'Give an API key a new secret',
  role: 'developer',
  stepUp: true,
  subject: 'rpc.gateway.own-api-key.rotate',
  effect: 'write',
  params: ApiKeyParams,
  body: RotateOwnApiKey,
  output: CreatedApiKey,
  errors: ['conflict'],
});

export const revokeOwnApiKey = operation({
  http: 'DELETE /console/api/api-keys/{clientId}',
  summary: 'Revoke an API key',
  role: 'developer',
  subject: 'rpc.gateway.own-api-key.revoke',
  effect: 'write',
  params: ApiKeyParams,
  output: ApiKeyResult,
});

export const listOwnDeveloperApps = operation({
  http: 'GET /console/api/developer-apps',
  summary: 'List the developer apps of the account',
  role: 'developer',
  subject: 'rpc.gateway.own-developer-app.list',
  effect: 'read',
  output: DeveloperAppList,
});

export const createOwnDeveloperApp = operation({
  http: 'POST /console/api/developer-apps',
  summary: 'Create a developer app',
  role: 'developer',
  stepUp: true,
  subject: 'rpc.gateway.own-developer-app.create',
  effect: 'write',
  body: CreateOwnDeveloperApp,
  output: CreatedDeveloperApp,
  status: 201,
});

export const updateOwnDeveloperApp = operation({
  http: 'PATCH /console/api/developer-apps/{id}',
  summary: 'Change a developer app',
  role: 'developer',
  stepUp: true,
  subject: 'rpc.gateway.own-developer-app.update',
  effect: 'write',
  params: IdParams,
  body: UpdateOwnDeveloperApp,
  output: DeveloperAppResult,
});

export const rotateOwnDeveloperAppSecret = operation({
  http: 'POST /console/api/developer-apps/{id}/rotate-secret',
  summary: 'Give a developer app a new secret',
  role: 'developer',
  stepUp: true,
  subject: 'rpc.gateway.own-developer-app.rotate-secret',
  effect: 'write',
  params: IdParams,
  output: CreatedDeveloperApp,
  errors: ['conflict'],
});

export const deleteOwnDeveloperApp = operation({
  http: 'DELETE /console/api/developer-apps/{id}',
  summary: 'Delete a developer app, and all that was granted to it',
  role: 'developer',
  subject: 'rpc.gateway.own-developer-app.delete',
  effect: 'write',
  params: IdParams,
  output: Deleted,
});

export const listMyGrants = operation({
  http: 'GET /console/api/me/grants',
  summary: 'List what you allowed apps',
  role: 'viewer',
  subject: 'rpc.gateway.own-grant.list-mine',
  effect: 'read',
  output: GrantList,
});

export const revokeMyGrant = operation({
  http: 'DELETE /console/api/me/grants/{id}',
  summary: 'Take back what you allowed an app',
  role: 'viewer',
  subject: 'rpc.gateway.own-grant.revoke-mine',
  effect: 'write',
  params: IdParams,
  output: GrantResult,
});

/** Also renews the hour of an agent that may answer in what is named. */
export const setAgentAccess = operation({
  http: 'PUT /console/api/me/grants/{id}/mcp',
  summary: 'Say how far an agent may go that you connected',
  role: 'viewer',
  stepUp: true,
  subject: 'rpc.gateway.own-grant.set-access',
  effect: 'write',
  params: IdParams,
  body: SetAgentAccess,
  output: GrantResult,
});

export const listAccountGrants = operation({
  http: 'GET /console/api/grants',
  summary: 'List what all people of the account allowed apps',
  role: 'admin',
  subject: 'rpc.gateway.own-grant.list',
  effect: 'read',
  output: GrantList,
});

export const revokeAccountGrant = operation({
  http: 'DELETE /console/api/grants/{id}',
  summary: 'Take back what a person of the account allowed an app',
  role: 'admin',
  subject: 'rpc.gateway.own-grant.revoke',
  effect: 'write',
  params: IdParams,
  output: GrantResult,
});

export const getOwnSettings = operation({
  http: 'GET /console/api/account/settings',
  summary: 'See the settings of the account',
  role: 'admin',
  subject: 'rpc.gateway.own-account.settings',
  effect: 'read',
  output: AccountResult,
});

export const updateOwnAccount = operation({
  http: 'PATCH /console/api/account',
  summary: 'Change the settings of the account',
  role: 'admin',
  subject: 'rpc.gateway.own-account.update',
  effect: 'write',
  body: UpdateOwnAccount,
  output: AccountResult,
});
