import { operation } from '..';
import { AnsweredRequestList, RequestsQuery } from './answered-request.dto';

export const listRequests = operation({
  http: 'GET /console/api/requests',
  summary: 'List the requests of the account',
  role: 'developer',
  subject: 'rpc.gateway.request.list',
  effect: 'read',
  query: RequestsQuery,
  output: AnsweredRequestList,
});
