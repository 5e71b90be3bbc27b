import { answers } from './messages/answers.journeys';
import { account } from './access/account.journeys';
import { agents } from './access/agents.journeys';
import { audit } from './access/audit.journeys';
import { appWebhooks } from './webhooks/app-webhooks.journeys';
import { hostileMedia } from './messages/hostile-media.journeys';
import { largeMedia } from './messages/large-media.journeys';
import { mainJob } from './messages/main-job.journeys';
import { media } from './messages/media.journeys';
import { freshNumber, openPhoneShop } from './messages/shop';
import { oauthClients } from './access/oauth.journeys';
import { hostedPages } from './access/pages.journeys';
import { peopleInBrowsers } from './access/people.journeys';
import { rateLimit } from './access/rate-limit.journeys';
import { sharedStack } from './shared-stack';
import { METRICS_ON_ANY_PORT, metrics } from './telemetry/metrics.journeys';
import { templatePreviews } from './templates/template-previews.journeys';
import { templates } from './templates/templates.journeys';

describe('a process for every service and three gateways', () => {
  const stack = sharedStack({
    layout: 'services',
    replicas: { gateway: 3 },
    env: { SANDBOX_REVIEW_MS: '200' },
    envOf: METRICS_ON_ANY_PORT,
  });

  describe('metrics', () => metrics(stack));
  describe('the main job', () => mainJob(stack));
  describe('the account', () => account(stack));
  describe('media', () => media(stack));
  describe('what messages refer to', () =>
    answers(stack, async () => ({ ...(await openPhoneShop(stack())), customer: freshNumber() })));
  describe('large media', () => largeMedia(stack));
  describe('hostile media', () => hostileMedia(stack));
  describe('templates', () => templates(stack));
  describe('previews of templates', () => templatePreviews(stack));
  describe('OAuth', () => oauthClients(stack));
  describe('agents', () => agents(stack));
  describe('webhooks of apps', () => appWebhooks(stack));
  describe('the hosted pages', () => hostedPages(stack));
  describe('people', () => peopleInBrowsers(stack));
  describe('who did what', () => audit(stack));
  describe('the rate limit', () => rateLimit(stack));
});
