import { isPublic, type Operation } from '@chat/contracts';
import { operations } from '@chat/contracts/table';
import { sampleObject } from '../routes/sample-values';
import type { Tenant } from '../world/tenant';

/** What the pages of the console send with every change. */
export const OWN_PAGE = {
  'x-console': '1',
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
};
/** Changes by itself: the key of the tenant is used, every answer has an id, and one of the gateways has all flags off. */
const VOLATILE = /"(?:last_used_at|request_id|features)":(?:"[^"]*"|null|\[[^\]]*\]),?/g;

/** What is logged of the account: it grows by being read, and by what is refused. */
const LOGS = /\/console\/api\/(?:audit|requests)/;

/** A request of a route that only people have. */
export interface PeopleRequest {
  readonly http: string;
  readonly method: string;
  readonly path: string;
  readonly body: string;
}

/** The routes that only people have, and records of an account that their paths may name. */
export class PeopleRoutes {
  private constructor(
    private readonly owner: Tenant,
    private readonly cookie: string,
    private readonly records: Readonly<Record<string, string | number>>,
  ) {}

  /** Creates a record of each kind. @param cookie of an owner of the account. */
  static async open(owner: Tenant, cookie: string, email: string): Promise<PeopleRoutes> {
    const post = (path: string, body: object) => call(owner, cookie, 'POST', path, JSON.stringify(body));
    const created = async (path: string, body: object) =>
      (JSON.parse(await post(path, body)) as { data: Record<string, Record<string, number | string>> }).data;
    const { invitation } = await created('/users/invitations', { email: `i-${email}`, role: 'agent' });
    const { api_key } = await created('/api-keys', {
      name: owner.text(),
      allowlist: ['127.0.0.1'],
    });
    const { developer_app } = await created('/developer-apps', {
      name: owner.text(),
      redirect_uris: ['https://app.example/callback'],
    });
    const user = await owner.admin.createUser(owner.accountId, `u-${email}`, `${owner.mark} secret`);
    return new PeopleRoutes(owner, cookie, {
      '/users/invitations/{id}': invitation!['id']!,
      '/users/{id}': user.id,
      '/developer-apps/{id}': developer_app!['id']!,
      '/accounts/{id}': owner.accountId,
      '{clientId}': api_key!['client_id']!,
      '{service}': 'crm',
      '{id}': 1,
    });
  }

  /** Valid requests of all routes that change something. */
  unsafe(): PeopleRequest[] {
    return ofPeople().flatMap((operation) => {
      const [method, path] = operation.http!.split(' ') as [string, string];
      if (method === 'GET') return [];
      const body = JSON.stringify(operation.body ? sampleObject(operation.body, this.owner) : {});
      return [{ http: operation.http!, method, path: this.fill(path), body }];
    });
  }

  /** All that the owner sees by these routes; what names one record reads no more than a list. */
  async view(): Promise<ReadonlyMap<string, string>> {
    const view = new Map<string, string>();
    for (const { http } of ofPeople().filter(({ operator }) => !operator)) {
      const [method, path] = http!.split(' ') as [string, string];
      if (method !== 'GET' || path.includes('{') || LOGS.test(path)) continue;
      const text = await call(this.owner, this.cookie, 'GET', path.replace('/console/api', ''));
      view.set(http!, text.replace(VOLATILE, ''));
    }
    return view;
  }

  private fill(path: string): string {
    return Object.entries(this.records).reduce(
      (filled, [place, value]) =>
        filled.replace(place, place.replace(/\{\w+\}/, encodeURIComponent(String(value)))),
      path,
    );
  }
}

function ofPeople(): Operation[] {
  return operations.filter((operation) => operation.http !== undefined && !isPublic(operation));
}

/** @throws Error if it is refused. */
async function call(
  owner: Tenant,
  cookie: string,
  method: string,
  path: string,
  body?: string,
): Promise<string> {
  const headers = { 'client-id': '', 'client-secret': '', ...OWN_PAGE, cookie };
  const { status, bytes } = await owner.send(method, `/console/api${path}`, body, headers);
  if (status >= 300) throw new Error(`${method} ${path} of people answered ${status}: ${bytes.toString()}`);
  return bytes.toString();
}
