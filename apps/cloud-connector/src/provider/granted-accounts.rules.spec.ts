import { accountsToRead, targetsOf } from './granted-accounts.rules';

const management = { scope: 'whatsapp_business_management', target_ids: ['11', '12'] };
const events = { scope: 'whatsapp_business_manage_events', target_ids: ['12', '13'] };
const messaging = { scope: 'whatsapp_business_messaging', target_ids: ['12'] };

describe('the accounts that a token names', () => {
  it.each([
    ['are those of its management', [management], ['11', '12']],
    ['are those of a sign-up since June 2026', [events, messaging], ['12', '13']],
    ['are those of all its permissions', [management, events, messaging], ['11', '12', '13']],
    ['may be numbers', [{ ...messaging, target_ids: [12] }], ['12']],
    ['are none of other permissions', [{ scope: 'catalog_management', target_ids: ['99'] }], []],
    ['are none if the permissions hold for every account', [{ scope: 'whatsapp_business_management' }], []],
    ['are none if there are no permissions', [], []],
    ['are none if the provider does not say', undefined, []],
    ['are none in what is not a list', 'whatsapp_business_management', []],
  ])('%s', (_, scopes, accounts) => expect(targetsOf(scopes)).toEqual(accounts));
});

describe('the accounts whose numbers are read', () => {
  it.each([
    ['are those named', ['11', '12'], null, ['11', '12']],
    ['begin with that of the browser', ['11', '12'], '12', ['12', '11']],
    ['are not that of the browser if the token names only others', ['11'], '99', ['11']],
    ['are that of the browser if the token names none', [], '99', ['99']],
    ['are none if nobody names any', [], null, []],
  ])('%s', (_, named, hinted, accounts) => expect(accountsToRead(named, hinted)).toEqual(accounts));
});
