import { Deleted, IdParams, operation } from '..';
import {
  ChangeOwnPassword,
  EndedSessions,
  Me,
  BegunTotp,
  OwnSessionList,
  RecoveryCodes,
  StepUp,
  SteppedUp,
  TotpCode,
  UpdateMe,
  UpdateUser,
  UserList,
} from './people.dto';
import { UserResult } from './user.dto';

export const getMe = operation({
  http: 'GET /console/api/me',
  summary: 'Get the person who is signed in',
  role: 'viewer',
  subject: 'rpc.gateway.me.get',
  effect: 'read',
  output: Me,
});

export const updateMe = operation({
  http: 'PATCH /console/api/me',
  summary: 'Change your name',
  role: 'viewer',
  subject: 'rpc.gateway.me.update',
  effect: 'write',
  body: UpdateMe,
  output: Me,
});

/** Ends the person's other sessions and their grants to apps. */
export const changeOwnPassword = operation({
  http: 'POST /console/api/me/password',
  summary: 'Change your password',
  role: 'viewer',
  subject: 'rpc.gateway.me.change-password',
  effect: 'write',
  body: ChangeOwnPassword,
  output: Me,
});

export const stepUp = operation({
  http: 'POST /console/api/step-up',
  summary: 'Prove once more who you are',
  role: 'viewer',
  subject: 'rpc.gateway.me.step-up',
  unaudited: 'It changes nothing but how long the person need not prove themselves again.',
  effect: 'write',
  body: StepUp,
  output: SteppedUp,
});

export const listOwnSessions = operation({
  http: 'GET /console/api/me/sessions',
  summary: 'List where you are signed in',
  role: 'viewer',
  subject: 'rpc.gateway.session.list',
  effect: 'read',
  output: OwnSessionList,
});

export const endOwnSession = operation({
  http: 'DELETE /console/api/me/sessions/{id}',
  summary: 'Sign out somewhere',
  role: 'viewer',
  subject: 'rpc.gateway.session.end',
  effect: 'write',
  params: IdParams,
  output: Deleted,
});

export const endOtherSessions = operation({
  http: 'DELETE /console/api/me/sessions',
  summary: 'Sign out everywhere else',
  role: 'viewer',
  subject: 'rpc.gateway.session.end-others',
  effect: 'write',
  output: EndedSessions,
});

/** Everybody may see their colleagues, as whoever assigns tickets must; how they sign in is for admins. */
export const listPeople = operation({
  http: 'GET /console/api/users',
  summary: 'List the people of the account',
  role: 'viewer',
  subject: 'rpc.gateway.person.list',
  effect: 'read',
  output: UserList,
});

/** Owners are changed by owners only, and the account keeps one. */
export const updatePerson = operation({
  http: 'PATCH /console/api/users/{id}',
  summary: 'Change the role of a person, or whether they may sign in',
  role: 'admin',
  stepUp: true,
  subject: 'rpc.gateway.person.update',
  effect: 'write',
  params: IdParams,
  body: UpdateUser,
  output: UserResult,
  errors: ['conflict'],
});

export const beginTotp = operation({
  http: 'POST /console/api/me/totp',
  summary: 'Begin a second factor',
  role: 'viewer',
  stepUp: true,
  subject: 'rpc.gateway.totp.begin',
  unaudited: 'Nothing counts before it is confirmed.',
  effect: 'write',
  output: BegunTotp,
  status: 201,
  errors: ['conflict'],
});

export const confirmTotp = operation({
  http: 'POST /console/api/me/totp/confirm',
  summary: 'Confirm a second factor by its first code',
  role: 'viewer',
  subject: 'rpc.gateway.totp.confirm',
  effect: 'write',
  body: TotpCode,
  output: RecoveryCodes,
  errors: ['conflict'],
});

export const removeTotp = operation({
  http: 'DELETE /console/api/me/totp',
  summary: 'Remove your second factor',
  role: 'viewer',
  stepUp: true,
  subject: 'rpc.gateway.totp.remove',
  effect: 'write',
  output: Me,
});

export const renewRecoveryCodes = operation({
  http: 'POST /console/api/me/recovery-codes',
  summary: 'Replace your recovery codes',
  role: 'viewer',
  stepUp: true,
  subject: 'rpc.gateway.recovery-codes.renew',
  effect: 'write',
  output: RecoveryCodes,
  status: 201,
  errors: ['conflict'],
});
