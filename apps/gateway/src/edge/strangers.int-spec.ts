import type { Answer, Credential } from '@chat/test-kit';
import { CredentialsRepository } from '../credentials/credentials.repository';
import { newKey } from '../credentials/key-format';
import { GatewayUnderTest, keyHeaders } from '../testing/gateway-under-test';
import { stopClock } from '../testing/stopped-clock';

const UNVERIFIED_PER_MINUTE = 20;
const FOREIGN_PINGS_PER_MINUTE = 4;

describe('traffic that is not let in', () => {
  let gateway: GatewayUnderTest;
  let key: Credential;
  let lookups: jest.SpyInstance;
  let addresses = 0;
  let letClockGoOn: () => void;

  beforeAll(async () => {
    gateway = await GatewayUnderTest.start({
      UNVERIFIED_PER_MINUTE: String(UNVERIFIED_PER_MINUTE),
      FOREIGN_PINGS_PER_MINUTE: String(FOREIGN_PINGS_PER_MINUTE),
      TRUSTED_PROXY_HOPS: '1',
    });
    key = await gateway.createKey({ allowlist: ['10.0.0.0/8'] });
    lookups = jest.spyOn(CredentialsRepository.prototype, 'find');
    letClockGoOn = stopClock();
  });

  afterAll(async () => {
    letClockGoOn();
    lookups.mockRestore();
    await gateway.stop();
  });

  beforeEach(() => {
    addresses += 1;
    lookups.mockClear();
  });

  /** An address for each test. */
  const here = () => `10.0.0.${addresses}`;
  const call = (path: string, credential: Credential | null, address = here()) =>
    gateway.client().get(path, {
      headers: { ...(credential && keyHeaders(credential)), 'x-forwarded-for': address },
    });
  const unknown = () => ({ clientId: newKey('clientId'), clientSecret: newKey('clientSecret') });

  const callMany = async (count: number, one: () => Promise<Answer>) => {
    const answers: Answer[] = [];
    for (let sent = 0; sent < count; sent += 1) answers.push(await one());
    return answers;
  };

  const expectTooMany = (answer: Answer) => {
    const seconds = Number(answer.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(answer.status).toBe(429);
    expect(answer.error).toMatchObject({ code: 'rate_limit_exceeded', retry_after: seconds });
    expect(answer.headers.get('ratelimit-limit')).toBeNull();
  };

  it.each<[string, number, () => Promise<Answer>]>([
    ['no credential', 401, () => call('/v1/devices', null)],
    ['unknown ids with a right checksum', 401, () => call('/v1/devices', unknown())],
    ['wrong secrets', 401, () => call('/v1/devices', { ...key, clientSecret: newKey('clientSecret') })],
    ['ids that are none', 401, () => call('/v1/ping', { ...key, clientId: 'ck_none' })],
  ])('is limited per address: %s', async (_, status, one) => {
    const answers = await callMany(UNVERIFIED_PER_MINUTE, one);
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
    expectTooMany(await one());
    expect((await call('/v1/devices', null, '10.1.0.1')).status).toBe(401);
  });

  it('is limited with a key from outside its allowlist', async () => {
    const one = () => call('/v1/devices', key, '203.0.113.7');
    const answers = await callMany(UNVERIFIED_PER_MINUTE, one);
    expect(answers.map(({ error }) => error.code)).toEqual(answers.map(() => 'ip_not_whitelisted'));
    expectTooMany(await one());
  });

  it('asks the database about an unknown id once, and about no more ids than the address may', async () => {
    const credential = unknown();
    await callMany(3, () => call('/v1/devices', credential));
    expect(lookups).toHaveBeenCalledTimes(1);
    await callMany(2 * UNVERIFIED_PER_MINUTE, () => call('/v1/devices', unknown()));
    expect(lookups).toHaveBeenCalledTimes(UNVERIFIED_PER_MINUTE - 2);
  });

  it('slows nobody who is let in from the same address', async () => {
    const neighbour = await gateway.createKey({ allowlist: [here()] });
    expect((await call('/v1/ping', neighbour)).status).toBe(200);
    await callMany(UNVERIFIED_PER_MINUTE + 1, () => call('/v1/devices', unknown()));
    expectTooMany(await call('/v1/devices', unknown()));
    const answers = await callMany(2 * UNVERIFIED_PER_MINUTE, () => call('/v1/ping', neighbour));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('does not count what is let in, however many keys the address uses for the first time', async () => {
    const keys = await Promise.all(
      Array.from({ length: UNVERIFIED_PER_MINUTE + 5 }, () => gateway.createKey({ allowlist: [here()] })),
    );
    for (const one of keys) expect((await call('/v1/ping', one)).status).toBe(200);
    expect((await call('/v1/devices', null)).status).toBe(401);
  });

  it('spends nothing of the account by pings from outside the allowlist', async () => {
    const account_id = await gateway.createAccount({ rate_limit: 2 });
    const mine = await gateway.createKey({ account_id, allowlist: [here()] });
    const foreign = () => call('/v1/ping', mine, `203.0.113.${addresses}`);
    const pings = await callMany(FOREIGN_PINGS_PER_MINUTE, foreign);
    expect(pings.map(({ data }) => data)).toEqual(
      pings.map(() => ({
        ip: `203.0.113.${addresses}`,
        allowlisted: false,
        credential_type: 'api_key',
        account: { id: account_id, name: 'Spec' },
      })),
    );
    expect(pings.map(({ headers }) => headers.get('ratelimit-limit'))).toEqual(pings.map(() => null));
    expectTooMany(await foreign());

    const allowed = await callMany(3, () => call('/v1/ping', mine));
    expect(allowed.map(({ status }) => status)).toEqual([200, 200, 429]);
    expect(allowed.map(({ headers }) => headers.get('ratelimit-remaining'))).toEqual(['1', '0', '0']);
  });

  it('counts an IPv6 network as one address', async () => {
    let host = 0;
    const one = () => call('/v1/devices', null, `2001:db8::${(host += 1).toString(16)}`);
    await callMany(UNVERIFIED_PER_MINUTE, one);
    expectTooMany(await one());
    expect((await call('/v1/devices', null, '2001:db8:0:1::1')).status).toBe(401);
  });

  it('never keeps a load balancer from asking whether the gateway is ready', async () => {
    await callMany(UNVERIFIED_PER_MINUTE + 1, () => call('/v1/devices', null));
    const probes = await callMany(2 * UNVERIFIED_PER_MINUTE, () => call('/readyz', null));
    expect(probes.map(({ status }) => status)).toEqual(probes.map(() => 200));
  });
});
