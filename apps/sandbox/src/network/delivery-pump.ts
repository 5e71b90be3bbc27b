import type { NetworkMessage } from '@chat/device-network';
import type { DeliveriesRepository } from './deliveries.repository';

const WINDOW = 200;
const RETRY_MS = 1_000;

/**
 * Carries what waits for one linked device over its connection, each delivery once a connection. What the device
 * does not confirm stays for its next login.
 */
export class DeliveryPump {
  private readonly onTheirWay = new Set<number>();
  private running: Promise<void> | null = null;
  private isHinted = false;
  private isStopped = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly linkId: number,
    private readonly deliveries: DeliveriesRepository,
    private readonly send: (message: NetworkMessage) => void,
    private readonly onError: (error: unknown) => void,
  ) {}

  /** Says that there may be something to carry. */
  wake(): void {
    this.isHinted = true;
    this.running ??= this.run().finally(() => (this.running = null));
  }

  async confirm(deliveryIds: number[]): Promise<void> {
    await this.deliveries.confirm(this.linkId, deliveryIds);
    const wasFull = this.onTheirWay.size >= WINDOW;
    deliveryIds.forEach((id) => this.onTheirWay.delete(id));
    if (wasFull) this.wake();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  private async run(): Promise<void> {
    try {
      while (this.isHinted && !this.isStopped) {
        this.isHinted = false;
        await this.carryWhatIsDue();
      }
    } catch (error) {
      this.onError(error);
      this.wakeIn(RETRY_MS);
    }
  }

  private async carryWhatIsDue(): Promise<void> {
    const free = WINDOW - this.onTheirWay.size;
    if (free <= 0) return;
    const waiting = await this.deliveries.waiting(this.linkId, [...this.onTheirWay], free);
    for (const { id, content, wait_ms } of waiting) {
      if (this.isStopped) return;
      if (wait_ms > 0) return this.wakeIn(wait_ms);
      this.onTheirWay.add(id);
      this.send({ ...content, delivery: id });
    }
  }

  private wakeIn(ms: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.wake(), Math.ceil(ms));
  }
}
