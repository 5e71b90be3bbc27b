import { readAuditFilters } from '../audit/audit.rules';
import { readSignUpReturn } from '../channels/sign-up.rules';
import { readSearch } from '../contacts/search.rules';
import { readInboxFilters } from '../inbox/filters.rules';
import { readInstallationView } from '../installation/view.rules';
import { readRequestFilters } from '../requests/requests.rules';
import { readTemplateView } from '../templates/filters.rules';
import { readTicketView } from '../tickets/filters.rules';
import { readUsageFilters } from '../usage/usage.rules';
import { readLogView } from '../webhooks/filters.rules';

describe('a value of an address that a page does not know', () => {
  // As the router does, which keeps what is not returned.
  it.each([
    [readAuditFilters, ['by', 'who', 'action', 'target', 'since', 'until']],
    [readInboxFilters, ['q', 'unread', 'channel']],
    [readInstallationView, ['view', 'state']],
    [readLogView, ['status', 'event', 'delivery']],
    [readRequestFilters, ['view', 'id', 'route', 'credential', 'status', 'since', 'until']],
    [readSearch, ['q']],
    [readSignUpReturn, ['session_id']],
    [readTemplateView, ['status', 'channel']],
    [readTicketView, ['view', 'q', 'status', 'type', 'assignee', 'ticket']],
    [readUsageFilters, ['days', 'channel']],
  ] as [(search: object) => object, string[]][])('is ignored: %p', (read, members) => {
    const search = Object.fromEntries(members.map((member) => [member, { odd: true }]));
    const seen = Object.entries({ ...search, ...read(search) }).filter(([, value]) => value !== undefined);
    expect(seen).toEqual([]);
  });
});
