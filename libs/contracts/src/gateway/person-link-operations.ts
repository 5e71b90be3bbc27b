import { Deleted, IdParams, operation } from '..';
import {
  CreatedInvitation,
  CreatedReset,
  CreateInvitation,
  CreateReset,
  InvitationList,
} from './person-link.dto';

export const listInvitations = operation({
  http: 'GET /console/api/users/invitations',
  summary: 'List the invitations to the account',
  role: 'admin',
  subject: 'rpc.gateway.invitation.list',
  effect: 'read',
  output: InvitationList,
});

/** The answer does not tell whether somebody has the address already. Earlier links to it stop working. */
export const createInvitation = operation({
  http: 'POST /console/api/users/invitations',
  summary: 'Invite somebody to the account',
  role: 'admin',
  stepUp: true,
  subject: 'rpc.gateway.invitation.create',
  effect: 'write',
  body: CreateInvitation,
  output: CreatedInvitation,
  status: 201,
  errors: ['limit_reached'],
});

export const revokeInvitation = operation({
  http: 'DELETE /console/api/users/invitations/{id}',
  summary: 'Take an invitation back',
  role: 'admin',
  subject: 'rpc.gateway.invitation.revoke',
  effect: 'write',
  params: IdParams,
  output: Deleted,
});

/** Earlier links of the person stop working. */
export const createReset = operation({
  http: 'POST /console/api/users/{id}/reset',
  summary: 'Let a person choose a new password, by a link',
  role: 'admin',
  stepUp: true,
  subject: 'rpc.gateway.reset.create',
  effect: 'write',
  params: IdParams,
  body: CreateReset,
  output: CreatedReset,
  status: 201,
  errors: ['conflict'],
});
