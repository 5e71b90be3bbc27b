import { Batcher } from '@chat/flow';
import type { NetworkMessage } from '@chat/device-network';
import type { DeliveriesRepository, Delivery } from './deliveries.repository';

const WINDOW = 200;
const RETRY_MS = 1_000;
/** How long confirmations are batched before they are written: nobody waits for them. */
const CONFIRM_MS = 20;

/**
 * Sends pending deliveries to one linked device, each once per connection. What the device does not confirm is
 * delivered again at its next login.
 */
export class DeliveryPump {
  private readonly onTheirWay = new Set<number>();
  /** Deliveries confirmed during a query, whose result may still include them. */
  private readonly justConfirmed = new Set<number>();
  private readonly confirmed: Batcher<number[], void>;
  private running: Promise<void> | null = null;
  private isHinted = false;
  /** Whether all that waited before has been sent, as far as the window allows. */
  private hasCaughtUp = false;
  private isStopped = false;
  private timer: NodeJS.Timeout | undefined;
  private wakesAt = Infinity;

  constructor(
    private readonly linkId: number,
    private readonly deliveries: DeliveriesRepository,
    private readonly send: (message: NetworkMessage) => void,
    private readonly onError: (error: unknown) => void,
  ) {
    this.confirmed = new Batcher((batch) => this.end(batch), {
      size: WINDOW,
      gatherMs: CONFIRM_MS,
      alwaysGathers: true,
    });
  }

  /** Tells the pump that there may be something to deliver. */
  wake(): void {
    this.isHinted = true;
    this.hasCaughtUp = false;
    this.running ??= this.run();
  }

  /** Sends new deliveries at once, unless earlier ones are still to be sent: a device gets all of them in order. */
  carry(waiting: readonly Delivery[]): void {
    if (this.hasCaughtUp) this.sendAll(waiting);
    else this.wake();
  }

  /** Called when the device confirms these deliveries. */
  async confirm(deliveryIds: number[]): Promise<void> {
    await this.confirmed.add(deliveryIds);
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  /** Sends deliveries in order of due time. What exceeds the window is sent once earlier ones are confirmed. */
  private sendAll(waiting: readonly Delivery[]): void {
    for (const { id, content, wait_ms } of waiting) {
      if (this.isStopped || this.onTheirWay.size >= WINDOW) return;
      if (wait_ms > 0) return this.wakeIn(wait_ms);
      if (this.onTheirWay.has(id)) continue;
      this.onTheirWay.add(id);
      this.send({ ...content, delivery: id });
    }
  }

  private async end(batch: number[][]): Promise<void[]> {
    const ids = batch.flat();
    await this.deliveries.confirm(this.linkId, ids);
    const wasFull = this.onTheirWay.size >= WINDOW;
    for (const id of ids) {
      if (this.running) this.justConfirmed.add(id);
      this.onTheirWay.delete(id);
    }
    if (wasFull) this.wake();
    return batch.map(() => undefined);
  }

  private async run(): Promise<void> {
    try {
      while (this.isHinted && !this.isStopped) {
        this.isHinted = false;
        await this.sendWhatIsDue();
      }
      this.hasCaughtUp = true;
    } catch (error) {
      this.onError(error);
      this.wakeIn(RETRY_MS);
    } finally {
      // In the same turn, so that no hint comes between the last look and this.
      this.running = null;
    }
  }

  private async sendWhatIsDue(): Promise<void> {
    const free = WINDOW - this.onTheirWay.size;
    if (free <= 0) return;
    this.justConfirmed.clear();
    const waiting = await this.deliveries.waiting(this.linkId, [...this.onTheirWay], free);
    this.sendAll(waiting.filter(({ id }) => !this.justConfirmed.has(id)));
  }

  /** Or sooner, if already scheduled. */
  private wakeIn(ms: number): void {
    const at = performance.now() + ms;
    if (at >= this.wakesAt) return;
    clearTimeout(this.timer);
    this.wakesAt = at;
    this.timer = setTimeout(() => {
      this.wakesAt = Infinity;
      this.wake();
    }, Math.ceil(ms));
  }
}
