import { IdParams, operation } from '..';
import { OwnMessageExplanation } from '../message-explanation';

export const explainOwnMessage = operation({
  http: 'GET /console/api/messages/{id}/explanation',
  summary: 'See what became of a message, from all services',
  role: 'developer',
  subject: 'rpc.gateway.own-message.explain',
  effect: 'read',
  params: IdParams,
  output: OwnMessageExplanation,
});
