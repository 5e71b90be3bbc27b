import type { Role } from '@chat/contracts';
import { Browser } from '@chat/test-kit';
import type { Random } from '@chat/test-kit/random';
import type { Finding } from '../oracles/finding';
import type { World } from '../world/world';
import { Caller } from './call';
import type { Load, Operation } from './operation';

const PASSWORD = 'correct horse battery';
/** Lists of every service. */
const LISTS = ['contacts', 'conversations', 'devices', 'templates', 'tickets', 'webhooks'];
/** What the people of an account are, in the order in which they came, if nobody said so. */
const ROLES: readonly Role[] = ['owner', 'admin', 'admin'];

/** People, who come from the last release, sign in and stay signed in at its gateways and at ours, which take turns. */
export const people: Operation = {
  name: 'people',
  everyMs: 1_000,
  atOnce: 2,
  isOfUpgrades: true,
  failpoints: [],
  open: (world, random) => new People(world, random),
};

/** A person in a browser. */
interface Visitor {
  readonly email: string;
  browser: Browser;
  isSignedIn: boolean;
}

class People implements Load {
  private readonly caller: Caller;
  private readonly visitors: Visitor[] = [];
  private creating: Promise<void> | undefined;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.caller = new Caller(world);
  }

  async attempt(): Promise<boolean> {
    const kind = this.random.next();
    this.creating ??= this.create();
    const isCreated = await this.creating.then(
      () => true,
      () => false,
    );
    if (!isCreated) {
      this.creating = undefined;
      return false;
    }
    const visitor = this.random.pick(this.visitors);
    if (kind < 0.2 || !visitor.isSignedIn) return this.signIn(visitor);
    return kind < 0.5 ? this.look(visitor) : this.list(visitor);
  }

  async audit(): Promise<Finding[]> {
    return [...this.caller.findings.splice(0), ...(await this.judgeRoles())];
  }

  /** One after another, as they would come. */
  private async create(): Promise<void> {
    const { stack, tenants } = this.world;
    for (const { accountId } of tenants) {
      for (const index of ROLES.keys()) {
        const email = `person-${accountId}-${index}@example.com`;
        if (this.visitors.some((one) => one.email === email)) continue;
        await stack.admin.createUser(accountId, email, PASSWORD).catch(unlessThere);
        this.visitors.push({ email, browser: this.newBrowser(), isSignedIn: false });
      }
    }
  }

  private async signIn(visitor: Visitor): Promise<boolean> {
    const browser = this.newBrowser();
    const page = await this.caller.visit(`signing in as ${visitor.email}`, [303], () =>
      browser.signIn(visitor.email, PASSWORD),
    );
    if (!page) return false;
    Object.assign(visitor, { browser, isSignedIn: true });
    return true;
  }

  private async look({ email, browser }: Visitor): Promise<boolean> {
    const page = await this.caller.visit(`the session of ${email}`, [200], () => browser.get('/sign-in'));
    if (!page) return false;
    const isSignedIn = page.text.includes('You are signed in') && page.text.includes(email);
    if (!isSignedIn) this.caller.findings.push({ kind: 'lost', what: `${email} is signed in no more` });
    return isSignedIn;
  }

  /** The services of the last release take the requests of sessions that our gateways send; its gateways have none. */
  private async list({ email, browser }: Visitor): Promise<boolean> {
    const path = `/console/api/${this.random.pick(LISTS)}`;
    const page = await this.caller.visit(`${path} for ${email}`, [200, 404], () => browser.get(path));
    return page !== null;
  }

  /** The tables of the last release have no roles. */
  private async judgeRoles(): Promise<Finding[]> {
    const { rows } = await this.world.database.query<{ account: string; roles: (Role | null)[] }>(
      `SELECT account_id AS account, array_agg(to_jsonb(u)->>'role' ORDER BY id) AS roles FROM gateway.users u
       WHERE email LIKE 'person-%' GROUP BY account_id`,
    );
    return rows.flatMap(({ account, roles }) =>
      roles.every((role, index) => role === null || role === ROLES[index])
        ? []
        : [{ kind: 'wrong' as const, what: `The people of account ${account} are ${roles.join(', ')}` }],
    );
  }

  private newBrowser(): Browser {
    return new Browser(this.random.pick(this.world.stack.gatewayUrls));
  }
}

/** An earlier attempt may have succeeded without an answer. */
function unlessThere(error: Error & { code?: unknown }): void {
  if (error.code !== 'conflict') throw error;
}
