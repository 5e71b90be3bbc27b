import { existsSync } from 'node:fs';
import { loadavg } from 'node:os';
import { chromium, type Browser } from 'playwright-core';
import { until } from '@chat/test-kit';
import type { BenchOptions, Report } from '../bench';
import { SMALLEST, withInstallation, type Installation } from '../installation/installation';
import { say } from '../progress';
import { ConsolePage, PASSWORD } from './console-page';
import { describeConsole, type Round } from './report.rules';
import { lengthen } from './seed';

const plans = {
  full: { rounds: 5, conversations: 10_000, messages: 50_000, arrivals: 40, idleMs: 60_000 },
  quick: { rounds: 2, conversations: 10_000, messages: 50_000, arrivals: 15, idleMs: 20_000 },
  smallest: { rounds: 1, conversations: 30, messages: 150, arrivals: 2, idleMs: 500 },
};
type Plan = (typeof plans)[keyof typeof plans];

/** Without a window it is the same browser, and opens pages in half of the time. */
const WITHOUT_WINDOW = '/usr/bin/chromium-headless-shell';
/** Written while the page is cut off. */
const MEANWHILE = 5;

/** The console in real Chromium, with more conversations and messages than anybody reads. */
export async function runConsoleBench({ size, topology, shared }: BenchOptions): Promise<Report> {
  const plan = plans[size];
  const options = {
    ...SMALLEST,
    topology: topology ?? ('split' as const),
    accounts: 1,
    rows: plan.conversations,
  };
  return withInstallation(shared, options, async (installation) => {
    const executablePath =
      process.env.CHROMIUM ?? (existsSync(WITHOUT_WINDOW) ? WITHOUT_WINDOW : '/usr/bin/chromium');
    if (!existsSync(executablePath)) throw new Error('It needs Chromium: apt-get install chromium');
    const browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    });
    try {
      const rounds = await measure(browser, installation, plan, size !== 'smallest');
      const name = `${plan.conversations} conversations, ${plan.messages} messages in one`;
      const load = loadavg()[0]!.toFixed(1);
      const { text, isMissed } = describeConsole(name, rounds);
      return {
        figures: { ...plan, load, rounds },
        text: `${text}\n\nLoad of the machine: ${load}`,
        isMissed,
      };
    } finally {
      await browser.close();
    }
  });
}

async function measure(
  browser: Browser,
  installation: Installation,
  plan: Plan,
  mayKill: boolean,
): Promise<Round[]> {
  const { stack, tenants, topology } = installation;
  const [tenant] = tenants as [(typeof tenants)[number]];
  const email = `console-bench-${Date.now()}@example.com`;
  await stack.admin.createUser(tenant.accountId, email, PASSWORD);
  const customer = '12025556001';
  await stack.sandbox.write(customer, { to: tenant.phone, text: 'Hello' });
  await until(async () => (await stack.query(IS_THERE, [tenant.accountId, customer])).length > 0, {
    describe: 'the conversation',
  });
  await lengthen(stack, tenant, plan.messages);
  const base = stack.gatewayUrls[0]!;
  const person = await ConsolePage.signIn(browser, base, email);
  const rounds: Round[] = [];
  let written = 0;
  /** A customer writes. @returns the text. */
  const write = async () => {
    const text = `Written ${Date.now()}-${(written += 1)}`;
    await stack.sandbox.write(customer, { to: tenant.phone, text });
    return text;
  };
  while (rounds.length < plan.rounds) {
    say(`Round ${rounds.length + 1}`);
    const { opened, listMs } = await person.openInbox(browser);
    const threadMs = await opened.openFirst();
    await opened.scrollList(Math.min(60, plan.conversations / 10));
    const rowNodes = await opened.countRows();
    const movedPx = await opened.readEarlier();
    const messageNodes = await opened.countMessages();
    await opened.close();

    const { opened: live } = await person.openInbox(browser);
    await live.openFirst();
    await live.shows(await write());
    const arrivalsMs: number[] = [];
    while (arrivalsMs.length < plan.arrivals) {
      const startedAt = performance.now();
      await live.shows(await write());
      arrivalsMs.push(performance.now() - startedAt);
    }
    const idlePerMinute = await live.idleRequests(plan.idleMs);
    await live.setOffline(true);
    let last = '';
    for (let count = 0; count < MEANWHILE; count += 1) last = await write();
    const cutEnds = performance.now();
    await live.setOffline(false);
    await live.shows(last);
    const afterCutMs = performance.now() - cutEnds;
    let afterKillMs: number | null = null;
    if (mayKill && topology === 'split') {
      await stack.kill('gateway');
      last = await write();
      await stack.start('gateway');
      const isBack = performance.now();
      await live.shows(last);
      afterKillMs = performance.now() - isBack;
    }
    await live.close();
    rounds.push({
      ...{ listMs, threadMs, rowNodes, messageNodes, movedPx, idlePerMinute, arrivalsMs },
      ...{ afterCutMs, afterKillMs },
    });
  }
  await person.close();
  return rounds;
}

const IS_THERE = 'SELECT 1 FROM messaging.conversations WHERE account_id = $1 AND contact_phone = $2';
