import { Empty, operation } from '..';
import {
  Backlogs,
  InspectDeliveries,
  InspectedDeliveries,
  InspectedWebhookResult,
  InspectWebhook,
  SurveyedWebhooks,
  SurveyWebhooks,
} from './inspection.dto';

/** Lists endpoints for an operator. */
export const surveyWebhooks = operation({
  subject: 'rpc.webhooks.webhook.survey',
  effect: 'read',
  body: SurveyWebhooks,
  output: SurveyedWebhooks,
});

/** Explains an endpoint to an operator. */
export const inspectWebhook = operation({
  subject: 'rpc.webhooks.webhook.inspect',
  effect: 'read',
  body: InspectWebhook,
  output: InspectedWebhookResult,
});

/** Returns the deliveries of a message's events. */
export const inspectDeliveries = operation({
  subject: 'rpc.webhooks.delivery.inspect',
  effect: 'read',
  body: InspectDeliveries,
  output: InspectedDeliveries,
});

/** Returns which accounts have deliveries that wait. */
export const readBacklogs = operation({
  subject: 'rpc.webhooks.backlog.read',
  effect: 'read',
  body: Empty,
  output: Backlogs,
});
