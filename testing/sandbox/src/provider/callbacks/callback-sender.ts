import type { Logger } from '@chat/service-kit';
import type { App } from '../app';
import type { CallbacksRepository, DueCallback, NewCallback } from './callbacks.repository';
import {
  defaultSwitches,
  GIVE_UP_MS,
  MAX_BATCH,
  pauseBeforeRetry,
  toBatches,
  type DeliverySwitches,
} from './delivery.rules';
import { postCallback, verifyEndpoint } from './endpoint';
import { toCallbackBody } from './envelope.rules';
import { toProviderJson } from './provider-json.rules';

/** Number of callbacks read at a time; `shuffle` mixes within it. */
const WINDOW = 20 * MAX_BATCH;
const PAUSE_AFTER_ERROR_MS = 1_000;

export interface SenderSettings {
  app: App;
  firstPauseMs: number;
}

/**
 * Delivers callbacks to their endpoints. Each endpoint gets one body at a time, so a slow one does not delay the
 * others. Callbacks that are not acknowledged are kept and sent again.
 */
export class CallbackSender {
  private switches: DeliverySwitches = defaultSwitches;
  private readonly busy = new Map<string, Promise<void>>();
  private readonly verified = new Set<string>();
  private running: Promise<void> | null = null;
  private isHinted = false;
  private isStopped = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly callbacks: CallbacksRepository,
    private readonly settings: SenderSettings,
    private readonly logger: Logger,
  ) {}

  /** Stores callbacks that are not part of another transaction, and sends them. */
  async add(callbacks: readonly NewCallback[]): Promise<void> {
    await this.callbacks.add(callbacks);
    this.wake();
  }

  /** Tells the sender that there may be something to send. */
  wake(): void {
    this.isHinted = true;
    if (this.isStopped) return;
    this.running ??= this.run().finally(() => (this.running = null));
  }

  get delivery(): DeliverySwitches {
    return this.switches;
  }

  change(switches: Partial<DeliverySwitches>): void {
    this.switches = { ...this.switches, ...switches };
    this.wake();
  }

  /** Verifies an endpoint before its first callback. */
  async verify(url: string, verifyToken: string): Promise<{ ok: boolean; description: string }> {
    const key = `${url} ${verifyToken}`;
    if (this.verified.has(key)) return { ok: true, description: '' };
    const answer = await verifyEndpoint(url, verifyToken);
    if (answer.ok) this.verified.add(key);
    return answer;
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await this.running;
    await Promise.all(this.busy.values());
  }

  private async run(): Promise<void> {
    try {
      while (this.isHinted && !this.isStopped) {
        this.isHinted = false;
        if (this.switches.hold) return;
        await this.startWhatIsDue();
      }
    } catch (error) {
      this.logger.error({ error }, 'callbacks could not be read');
      this.wakeIn(PAUSE_AFTER_ERROR_MS);
    }
  }

  private async startWhatIsDue(): Promise<void> {
    // Read first, so that a callback that falls due in between is seen by one of the two queries.
    const waitMs = await this.callbacks.nextDueMs();
    if (waitMs !== null) this.wakeIn(Math.max(waitMs, 0));
    const due = await this.callbacks.due([...this.busy.keys()], WINDOW, this.settings.app);
    // Checked again: `hold` may have been set while the callbacks were read.
    if (this.switches.hold) return;
    for (const [url, callbacks] of groupByUrl(due)) this.busy.set(url, this.carry(url, callbacks));
  }

  private async carry(url: string, callbacks: DueCallback[]): Promise<void> {
    try {
      for (const batch of toBatches(callbacks, this.switches, Math.random, lengthOf)) {
        if (this.isStopped) break;
        await this.deliver(batch);
      }
    } catch (error) {
      this.logger.error({ error }, 'callbacks could not be settled');
      this.wakeIn(PAUSE_AFTER_ERROR_MS);
    } finally {
      this.busy.delete(url);
      this.wake();
    }
  }

  private async deliver(batch: DueCallback[]): Promise<void> {
    const { url, verify_token: verifyToken } = batch[0]!;
    const body = toProviderJson(
      toCallbackBody(
        batch.map(({ account_id: accountId, field, value, at }) => ({ accountId, field, value, at })),
      ),
    );
    const verification = await this.verify(url, verifyToken);
    const answer = verification.ok ? await postCallback(url, body, this.settings.app.secret) : verification;
    if (answer.ok) return this.callbacks.remove(batch.map(({ id }) => id));
    this.logger.warn(
      { answer: answer.description, changes: batch.length },
      'a callback was not acknowledged',
    );
    const failed = batch.map(({ id, attempts }) => ({
      id,
      pauseMs: pauseBeforeRetry(attempts + 1, this.settings.firstPauseMs),
    }));
    await this.callbacks.postpone(failed, GIVE_UP_MS);
  }

  private wakeIn(ms: number): void {
    if (this.isStopped) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.wake(), Math.ceil(ms));
  }
}

function lengthOf({ value }: DueCallback): number {
  return toProviderJson(value).length;
}

function groupByUrl(callbacks: readonly DueCallback[]): Map<string, DueCallback[]> {
  const groups = new Map<string, DueCallback[]>();
  for (const callback of callbacks) {
    const group = groups.get(callback.url);
    if (group) group.push(callback);
    else groups.set(callback.url, [callback]);
  }
  return groups;
}
