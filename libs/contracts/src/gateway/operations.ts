import { Empty, operation } from '..';
import {
  AccountList,
  AccountRef,
  AccountResult,
  ApiKeyList,
  ApiKeyRef,
  ApiKeyResult,
  CreateAccount,
  CreateApiKey,
  CreatedApiKey,
  ListApiKeys,
  RotateApiKey,
  UpdateAccount,
  UpdateApiKey,
} from './account.dto';
import { RequestCounts } from './load.dto';
import { SetOperator } from './operator.dto';
import {
  CreatedUser,
  CreateUser,
  SetUserPassword,
  SetUserRole,
  UserName,
  UserRef,
  UserResult,
} from './user.dto';

/** Returns the account and its plan, for background work without a client's request. */
export const getAccount = operation({
  subject: 'rpc.gateway.account.get',
  effect: 'read',
  body: AccountRef,
  output: AccountResult,
});

/** Returns which accounts sent the most requests within the latest minute. */
export const countRequests = operation({
  subject: 'rpc.gateway.request.count',
  effect: 'read',
  body: Empty,
  output: RequestCounts,
});

export const createAccount = operation({
  subject: 'rpc.gateway.account.create',
  effect: 'write',
  body: CreateAccount,
  output: AccountResult,
});

export const updateAccount = operation({
  subject: 'rpc.gateway.account.update',
  effect: 'write',
  body: UpdateAccount,
  output: AccountResult,
});

/** Stops everything that the account does by itself; what arrives for it is stored. Nothing happens if it is suspended. */
export const suspendAccount = operation({
  subject: 'rpc.gateway.account.suspend',
  effect: 'write',
  body: AccountRef,
  output: AccountResult,
});

/** Ends the suspension of an account, and what waited goes on. Nothing happens if it is not suspended. */
export const resumeAccount = operation({
  subject: 'rpc.gateway.account.resume',
  effect: 'write',
  body: AccountRef,
  output: AccountResult,
});

export const listAccounts = operation({
  subject: 'rpc.gateway.account.list',
  effect: 'read',
  body: Empty,
  output: AccountList,
});

export const createApiKey = operation({
  subject: 'rpc.gateway.api-key.create',
  effect: 'write',
  body: CreateApiKey,
  output: CreatedApiKey,
});

export const listApiKeys = operation({
  subject: 'rpc.gateway.api-key.list',
  effect: 'read',
  body: ListApiKeys,
  output: ApiKeyList,
});

export const updateApiKey = operation({
  subject: 'rpc.gateway.api-key.update',
  effect: 'write',
  body: UpdateApiKey,
  output: ApiKeyResult,
});

/**
 * Creates a new secret; the previous one stays valid for the overlap. A second rotation within the overlap invalidates
 * the oldest secret.
 */
export const rotateApiKey = operation({
  subject: 'rpc.gateway.api-key.rotate',
  effect: 'write',
  body: RotateApiKey,
  output: CreatedApiKey,
});

export const revokeApiKey = operation({
  subject: 'rpc.gateway.api-key.revoke',
  effect: 'write',
  body: ApiKeyRef,
  output: ApiKeyResult,
});

export const createUser = operation({
  subject: 'rpc.gateway.user.create',
  effect: 'write',
  body: CreateUser,
  output: CreatedUser,
});

/** Returns a user of the account to another service. */
export const getUser = operation({
  subject: 'rpc.gateway.user.get',
  effect: 'read',
  body: UserRef,
  output: UserResult,
});

/** Sets the password and ends the person's sessions and grants. */
export const setUserPassword = operation({
  subject: 'rpc.gateway.user.set-password',
  effect: 'write',
  body: SetUserPassword,
  output: UserResult,
});

/** Prevents the person from signing in, and ends their sessions and grants. */
export const disableUser = operation({
  subject: 'rpc.gateway.user.disable',
  effect: 'write',
  body: UserName,
  output: UserResult,
});

/** Lets a disabled person sign in again. Sessions and grants that ended stay ended. */
export const enableUser = operation({
  subject: 'rpc.gateway.user.enable',
  effect: 'write',
  body: UserName,
  output: UserResult,
});

/** Changes what the person may do, and takes from their grants to apps what the new role does not include. */
export const setUserRole = operation({
  subject: 'rpc.gateway.user.set-role',
  effect: 'write',
  body: SetUserRole,
  output: UserResult,
});

/** For a person who lost it and whom no admin can help. Their sessions stay. */
export const removeSecondFactor = operation({
  subject: 'rpc.gateway.user.remove-second-factor',
  effect: 'write',
  body: UserName,
  output: UserResult,
});

/** Makes a person who has a second factor an operator of the installation, until they have none, or ends that. */
export const setOperator = operation({
  subject: 'rpc.gateway.user.set-operator',
  effect: 'write',
  body: SetOperator,
  output: UserResult,
  errors: ['conflict'],
});
