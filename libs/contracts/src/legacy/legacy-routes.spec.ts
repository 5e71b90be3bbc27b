import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { membersOf } from '..';
import { newerSendMembers } from '../messaging';
import { operations } from '../table';
import { legacyPrefixes, legacyRoutes, operationOf, successorOf } from '.';

const namesIn = (http: string) => [...http.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);

describe('the legacy routes', () => {
  it.each([
    ['GET /external-api/ping', 'GET /v1/ping'],
    ['GET /external-api/contact/list', 'GET /v1/contacts'],
    ['POST /external-api/contact/store', 'POST /v1/contacts'],
    ['POST /external-api/contact/update/{id}', 'PATCH /v1/contacts/{id}'],
    ['DELETE /external-api/contact/delete/{id}', 'DELETE /v1/contacts/{id}'],
    ['GET /external-api/inbox/conversation-list', 'GET /v1/conversations'],
    ['GET /external-api/inbox/conversation-messages/{id}', 'GET /v1/conversations/{id}/messages'],
    ['POST /external-api/inbox/send-message', 'POST /v1/messages'],
    ['GET /external-api/inbox/template-list', 'GET /v1/templates'],
    ['POST /external-api/inbox/send-template-message', 'POST /v1/templates/send'],
    ['POST /external-api/templates/send', 'POST /v1/templates/send'],
    ['GET /device-api/v1/instances', 'GET /v1/devices'],
    ['POST /device-api/v1/webhooks', 'POST /v1/webhooks'],
  ])('map %s to %s', (http, successor) => {
    expect(legacyRoutes.filter((route) => route.http === http).map(successorOf)).toEqual([successor]);
  });

  it('are unique, have a legacy prefix, and map to operations of the table', () => {
    const paths = legacyRoutes.map(({ http }) => http);
    expect(new Set(paths).size).toBe(paths.length);
    for (const { http, successor } of legacyRoutes) {
      expect(legacyPrefixes.some((prefix) => http.split(' ')[1]!.startsWith(`${prefix}/`))).toBe(true);
      if (successor) expect(operations).toContain(successor);
    }
  });

  it('are listed in the migration guide, each with its successor', () => {
    const guide = readFileSync(join(__dirname, '../../../../docs/guides/migration.md'), 'utf8');
    const lines = guide.split('\n').map((line) => line.replaceAll(/ +/g, ' '));
    const rows = legacyRoutes.map((route) => `| \`${route.http}\` | \`${successorOf(route)}\` |`);
    expect(rows.filter((row) => !lines.includes(row))).toEqual([]);
  });

  it('have the path parameters of their successors', () => {
    for (const route of legacyRoutes) expect(namesIn(route.http)).toEqual(namesIn(successorOf(route)));
  });

  it('do not know the members that v1 gained later, nor show examples with them', () => {
    const known = (http: string) => {
      const { body, examples = {} } = operationOf(legacyRoutes.find((route) => route.http === http)!)!;
      return [
        ...membersOf(body!).keys(),
        ...Object.values(examples).flatMap((example) => Object.keys(example)),
      ];
    };
    const sends = known('POST /external-api/inbox/send-message');
    expect(newerSendMembers.filter((name) => sends.includes(name))).toEqual([]);
    expect(sends).toEqual(expect.arrayContaining(['message', 'conversation_id', 'product']));
    expect(
      known('POST /external-api/inbox/send-template-message').filter((name) => /_named_/.test(name)),
    ).toEqual([]);
    expect(known('POST /external-api/templates/send')).toContain('body_named_variables');
    const list = legacyRoutes.find(({ http }) => http === 'GET /external-api/inbox/conversation-list')!;
    expect([...membersOf(operationOf(list)!.query!).keys()].sort()).toEqual([
      'chat_account_id',
      'cursor',
      'page',
      'per_page',
    ]);
  });

  it('inherit everything from the operation except what they override', () => {
    const [route] = legacyRoutes.filter(({ http }) => http === 'POST /external-api/contact/store');
    expect(operationOf(route!)).toEqual({ ...route!.successor, http: route!.http });
    expect(
      operationOf({ ...route!, successor: { ...route!.successor!, idempotency: 'required' } }),
    ).toMatchObject({
      idempotency: 'required',
    });
    expect(operationOf({ ...route!, idempotency: 'optional' })).toMatchObject({ idempotency: 'optional' });
  });
});
