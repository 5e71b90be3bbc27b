import type { Plan, RequestContext } from '@chat/contracts';
import {
  createOnboardingSession,
  failOnboarding,
  finishOnboarding,
  getOnboardingSession,
  giveOnboardingPin,
  viewOnboarding,
  type CreateOnboardingSession,
} from '@chat/contracts/channels';
import {
  abandonSignUp,
  connectSignUp,
  describeSignUp,
  exchangeSignUpCode,
  giveSignUpPin,
  verifySignUp,
  type AbandonSignUp,
  type NumberSnapshot,
} from '@chat/contracts/cloud-connector';
import { getAccount, listReturnHosts } from '@chat/contracts/gateway';
import { hideChannel } from '@chat/contracts/messaging';
import { invalid } from '@chat/errors';
import { until } from '@chat/test-kit';
import { ChannelsUnderTest } from './channels-under-test';

/** The connector's behaviour for one sign-up, as set by the spec. */
export interface PlayedSignUp {
  phone: string;
  verify?: () => void | Promise<void>;
  connect?: (channelId: number) => void | Promise<void>;
  abandon?: () => void | Promise<void>;
}

/** Onboarding with a simulated gateway and connector. For `*.int-spec.ts` only. */
export class OnboardingUnderTest {
  /** Keyed by the code that the browser submits. */
  readonly signUps = new Map<string, PlayedSignUp>();
  /** Connector calls so far, each with the code of its sign-up. */
  readonly calls: string[] = [];
  readonly abandoned: AbandonSignUp[] = [];
  hosts = ['crm.example.com', 'localhost'];
  private readonly codes: string[] = [];
  private readonly plans = new Map<number, Partial<Plan>>();
  private readonly versions = new Map<number, number>();

  private constructor(readonly channels: ChannelsUnderTest) {}

  static async start(environment: Record<string, string> = {}): Promise<OnboardingUnderTest> {
    const stack = new OnboardingUnderTest(await ChannelsUnderTest.start(environment));
    await stack.play();
    return stack;
  }

  stop(): Promise<void> {
    return this.channels.stop();
  }

  newAccount(plan: Partial<Plan> = {}): RequestContext {
    const context = this.channels.newAccount(plan);
    this.plans.set(context.account.id, plan);
    return context;
  }

  changePlan({ account }: RequestContext, plan: Partial<Plan>): void {
    this.plans.set(account.id, plan);
  }

  create(context: RequestContext, body: Partial<CreateOnboardingSession> = {}) {
    const complete: CreateOnboardingSession = {
      return_url: 'https://crm.example.com/done',
      mode: 'cloud',
      ...body,
    };
    return this.channels.bus.request(createOnboardingSession, { body: complete }, context);
  }

  get(id: string, context: RequestContext) {
    return this.channels.bus.request(getOnboardingSession, { params: { id } }, context);
  }

  view(session_id: string, context: RequestContext) {
    return this.channels.bus.request(viewOnboarding, { body: { session_id } }, context);
  }

  finish(session_id: string, code: string, context: RequestContext) {
    return this.channels.bus.request(finishOnboarding, { body: { session_id, code } }, context);
  }

  fail(session_id: string, context: RequestContext) {
    return this.channels.bus.request(failOnboarding, { body: { session_id } }, context);
  }

  givePin(session_id: string, pin: string, context: RequestContext) {
    return this.channels.bus.request(giveOnboardingPin, { body: { session_id, pin } }, context);
  }

  /** Returns a code that the provider accepts. */
  code(signUp: Partial<PlayedSignUp> = {}): string {
    const code = `code-${this.signUps.size + 1}`;
    const phone = `49301${String(1_000_000 + this.signUps.size)}`;
    this.signUps.set(code, { phone, ...signUp });
    return code;
  }

  /** Waits until the page shows this step. */
  async untilShown(id: string, step: string, context: RequestContext): Promise<void> {
    await until(async () => (await this.view(id, context)).step === step, { describe: `the step ${step}` });
  }

  async untilEnded(id: string, context: RequestContext) {
    await this.untilShown(id, 'ended', context);
    return this.get(id, context);
  }

  async step(id: string): Promise<unknown> {
    const [row] = await this.channels.query('SELECT step FROM channels.onboarding_sessions WHERE id = $1', [
      id,
    ]);
    return row?.step;
  }

  /** Makes the session older by this interval. */
  async age(id: string, interval: string): Promise<void> {
    await this.channels.query(
      `UPDATE channels.onboarding_sessions SET expires_at = expires_at - $2::interval,
         connecting_since = connecting_since - $2::interval, created_at = created_at - $2::interval WHERE id = $1`,
      [id, interval],
    );
  }

  snapshot(channelId: number, phone: string): NumberSnapshot {
    const version = (this.versions.get(channelId) ?? -1) + 1;
    this.versions.set(channelId, version);
    return {
      channel_id: channelId,
      status: 'connected',
      version,
      phone_number: phone,
      reason: 'connected',
      last_error: null,
    };
  }

  private async play(): Promise<void> {
    const { bus } = this.channels;
    await bus.respond(listReturnHosts, () => ({ hosts: this.hosts }));
    await bus.respond(hideChannel, () => ({}));
    await bus.respond(getAccount, ({ body }) => {
      const plan = {
        account_limit: 5,
        device_channels: true,
        cloud_channels: true,
        coexistence: true,
        rate_limit: 120,
      };
      return {
        account: { id: body.account_id, ...plan, ...this.plans.get(body.account_id) } as never,
      };
    });
    await bus.respond(describeSignUp, ({ body }) => ({
      sdk_url: 'http://127.0.0.1:1/sdk.js',
      message_origin: 'http://127.0.0.1:1',
      app_id: '9',
      config_id: '8',
      graph_version: 'v23.0',
      extras: { coexistence: body.coexistence },
    }));
    await this.playSignUps();
  }

  private async playSignUps(): Promise<void> {
    const { bus } = this.channels;
    const played = (id: number) => this.signUps.get(this.codes[id - 1]!)!;
    await bus.respond(exchangeSignUpCode, ({ body: { code } }) => {
      this.calls.push(`exchange ${code}`);
      if (!this.signUps.has(code)) throw invalid('code', 'The provider does not accept this code.');
      if (!this.codes.includes(code)) this.codes.push(code);
      return { sign_up_id: this.codes.indexOf(code) + 1 };
    });
    await bus.respond(verifySignUp, async ({ body: { sign_up_id: id } }) => {
      this.calls.push(`verify ${this.codes[id - 1]}`);
      await played(id).verify?.();
      return { phone_number: played(id).phone, name: 'Shop' };
    });
    await bus.respond(connectSignUp, async ({ body: { sign_up_id: id, channel_id } }) => {
      this.calls.push(`connect ${this.codes[id - 1]}`);
      await played(id).connect?.(channel_id);
      return this.snapshot(channel_id, played(id).phone);
    });
    await bus.respond(giveSignUpPin, ({ body: { sign_up_id: id, pin } }) => {
      this.calls.push(`pin ${pin} ${this.codes[id - 1]}`);
      return {};
    });
    await bus.respond(abandonSignUp, async ({ body }) => {
      this.calls.push(`abandon ${this.codes[body.sign_up_id - 1]}`);
      await played(body.sign_up_id).abandon?.();
      this.abandoned.push(body);
      return {};
    });
  }
}
