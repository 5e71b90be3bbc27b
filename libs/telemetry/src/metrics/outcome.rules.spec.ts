import { endpointOf, outcomeOf } from './outcome.rules';

describe('the outcome of a request', () => {
  it.each([
    [200, 'ok'],
    [304, 'ok'],
    [399, 'ok'],
    [400, 'refused'],
    [429, 'refused'],
    [499, 'refused'],
    [500, 'failed'],
    [503, 'failed'],
  ])('with the status %i is %s', (status, outcome) => expect(outcomeOf(status)).toBe(outcome));
});

describe('an endpoint of the provider', () => {
  it.each([
    ['/106540352242922/messages', '/{id}/messages'],
    ['/106540352242922/message_templates', '/{id}/message_templates'],
    ['/1-2_3', '/{id}'],
    ['/oauth/access_token', '/oauth/access_token'],
    ['/debug_token', '/debug_token'],
    ['/Ana Maria', '/{id}'],
    ['', ''],
  ])('%s is counted as %s', (path, endpoint) => expect(endpointOf(path)).toBe(endpoint));
});
