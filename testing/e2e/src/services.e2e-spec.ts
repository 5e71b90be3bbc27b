import { appWebhooks } from './webhooks/app-webhooks.journeys';
import { mainJob } from './messages/main-job.journeys';
import { media } from './messages/media.journeys';
import { oauthClients } from './access/oauth.journeys';
import { hostedPages } from './access/pages.journeys';
import { rateLimit } from './access/rate-limit.journeys';
import { sharedStack } from './shared-stack';

describe('a process for every service and three gateways', () => {
  const stack = sharedStack({ layout: 'services', replicas: { gateway: 3 } });

  describe('the main job', () => mainJob(stack));
  describe('media', () => media(stack));
  describe('OAuth', () => oauthClients(stack));
  describe('webhooks of apps', () => appWebhooks(stack));
  describe('the hosted pages', () => hostedPages(stack));
  describe('the rate limit', () => rateLimit(stack));
});
