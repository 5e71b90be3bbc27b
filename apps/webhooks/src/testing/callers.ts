import { randomUUID } from 'node:crypto';
import { credentialIdOf, personIdOf, type RequestContext } from '@chat/contracts';
import { testContext, type TestService } from '@chat/test-kit';

/** The context of a request with a token of an app's grant. @param app as its client id. */
export function appContext(accountId: number, app: string, grantId: number): RequestContext {
  const credential = { type: 'bearer' as const, id: credentialIdOf(grantId), scopes: ['messages:webhook'] };
  return testContext({ accountId, credential: { ...credential, app: { id: app, name: `The ☎ of ${app}` } } });
}

/** The same from a gateway of the version before, which does not send the app. */
export function oldAppContext(accountId: number, grantId: number): RequestContext {
  const credential = { type: 'bearer' as const, id: credentialIdOf(grantId), scopes: ['messages:webhook'] };
  return testContext({ accountId, credential });
}

/** The context of a request of a person who is signed in. */
export function personContext(accountId: number): RequestContext {
  const person = { id: 12, name: 'Ada', role: 'developer' as const, session: 1 };
  const credential = { type: 'session' as const, id: personIdOf(12), scopes: ['messages:webhook'], person };
  return testContext({ accountId, credential });
}

/** The context of a request with a kind of credential that a later version adds. */
export function laterContext(accountId: number): RequestContext {
  const credential = { type: 'passkey' as 'api_key', id: 'passkey:1', scopes: ['messages:webhook'] };
  return testContext({ accountId, credential });
}

/** Registers an endpoint as a replica of the version before does. @returns its id. */
export async function registerAsBefore(service: TestService, accountId: number): Promise<number> {
  const [row] = await service.query<{ id: string }>(
    `WITH endpoint AS (
       INSERT INTO webhooks.endpoints (account_id, label, url, secret)
       VALUES ($1, 'Orders', 'https://example.com/hook', '\\x00') RETURNING account_id, id
     ), lane AS (INSERT INTO webhooks.lanes (account_id, webhook_id) SELECT account_id, id FROM endpoint)
     SELECT id FROM endpoint`,
    [accountId],
  );
  return Number(row!.id);
}

/** Inserts a failed delivery of the endpoint. @returns its id. */
export async function addFailedDelivery(service: TestService, accountId: number, webhookId: number) {
  const [row] = await service.query<{ id: string }>(
    `INSERT INTO webhooks.endpoint_deliveries (account_id, webhook_id, event_id, event, payload, status)
     VALUES ($1, $2, $3, 'webhook.test', '{}', 'failed') RETURNING id`,
    [accountId, webhookId, randomUUID()],
  );
  return Number(row!.id);
}
