import type { ContactResult } from '@chat/contracts/crm';
import type { SentMessage } from '@chat/contracts/messaging';
import type { TicketResult } from '@chat/contracts/tickets';
import type { Promised } from '../oracles/restored.rules';
import type { Random } from '@chat/test-kit/random';
import { TICKET_TYPE } from '../world/tenant';
import type { World } from '../world/world';
import { Caller } from './call';
import { byEither, type Receiver } from './receivers';

const EVERY_MS = 150;

/** Everything that was acknowledged to clients, in order. */
export class PromiseBook {
  readonly promised: Promised[] = [];
  private readonly caller: Caller;
  private readonly underWay = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private count = 0;

  constructor(
    private readonly world: World,
    private readonly random: Random,
  ) {
    this.caller = new Caller(world);
  }

  start(): void {
    this.timer = setInterval(() => this.begin([this.send(), this.contact(), this.ticket()]), EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.underWay);
  }

  /** Sends a unique text. @returns whether it was accepted. */
  async send(tenant = this.random.pick(this.world.tenants), to?: Receiver): Promise<boolean> {
    const body = { ...(to ?? byEither(tenant, '202558', this.random)), message: this.newLabel('promised') };
    const { data } = await this.caller.call<SentMessage>(tenant.clients[0]!, 'post', '/v1/messages', body);
    return this.note('message', data?.message_id);
  }

  begin(work: readonly Promise<boolean>[]): void {
    for (const one of work) {
      const ended = one.then(() => void this.underWay.delete(ended));
      this.underWay.add(ended);
    }
  }

  private async contact(): Promise<boolean> {
    const mobile = `203${String(5_000_000 + (this.count += 1))}`;
    const body = { firstname: 'Promised', mobile_code: '1', mobile };
    const client = this.random.pick(this.world.tenants).clients[0]!;
    const { data } = await this.caller.call<ContactResult>(client, 'post', '/v1/contacts', body);
    return this.note('contact', data?.contact.id);
  }

  private async ticket(): Promise<boolean> {
    const body = { type_key: TICKET_TYPE, subject: this.newLabel('Promised') };
    const desk = this.random.pick(this.world.tenants).desks[0]!;
    const { data } = await this.caller.call<TicketResult>(desk, 'post', '/v1/tickets', body);
    return this.note('ticket', data && body.subject);
  }

  private note(kind: string, key: number | string | null | undefined): boolean {
    if (key === null || key === undefined) return false;
    this.promised.push({ what: `${kind} ${key}`, key: `${kind}/${key}` });
    return true;
  }

  private newLabel(kind: string): string {
    return `${kind} ${(this.count += 1)}`;
  }
}
