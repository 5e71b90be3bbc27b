import { operation, PageQuery } from '..';
import { OwnAccountResult, PersonList } from './reads.dto';

export const getOwnAccount = operation({
  http: 'GET /v1/account',
  summary: 'Get the account',
  description:
    'Shows what the account may use, and what is left of it. Every credential of the account may read it.',
  anyCredential: true,
  subject: 'rpc.gateway.account.show',
  mcp: [
    {
      name: 'get_account',
      description: 'Shows the account, its plan, and what is left of its limits.',
      level: 'read',
      takes: [],
    },
  ],
  effect: 'read',
  output: OwnAccountResult,
});

export const listUsers = operation({
  http: 'GET /v1/users',
  summary: 'List the people of the account',
  description:
    'To whom tickets can be assigned (`assignee_id`). Newest first; people who were disabled are not listed.',
  scope: 'tickets:read',
  explicitScope: true,
  subject: 'rpc.gateway.user.list',
  effect: 'read',
  query: PageQuery,
  output: PersonList,
});
