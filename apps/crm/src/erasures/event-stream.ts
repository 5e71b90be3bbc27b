import { Injectable } from '@nestjs/common';
import { BusConnection, STREAM } from '@chat/bus';
import type { CloudEvent } from '@chat/contracts';
import { busUse } from '@chat/contracts/bus-use';
import { mentions, type PersonIndex } from '@chat/contracts/person-traces';

const TIMEOUT_MS = 5_000;
/** How many reads run concurrently. */
const PARALLEL = 64;

/** The durable consumers of all services. An operator's own consumer does not delay erasures. */
const durables = new Set(Object.values(busUse).flatMap(({ consumes }) => Object.keys(consumes)));

/** A part of the stream, including both ends. */
interface Range {
  from: number;
  to: number;
}

/** The published events of all services on the stream. */
@Injectable()
export class EventStream {
  constructor(private readonly connection: BusConnection) {}

  /** The first and the last position of the stream. */
  async range(): Promise<Range> {
    const { state } = await (await this.manager()).streams.info(STREAM);
    return { from: state.first_seq, to: state.last_seq };
  }

  /** Whether all services have consumed everything up to this position. */
  async isConsumed(sequence: number): Promise<boolean> {
    const consumers = (await this.manager()).consumers.list(STREAM);
    for await (const { name, ack_floor, num_pending, num_ack_pending } of consumers) {
      const isIdle = num_pending === 0 && num_ack_pending === 0;
      if (durables.has(name) && !isIdle && ack_floor.stream_seq < sequence) return false;
    }
    return true;
  }

  /** Deletes an account's events about a person, overwriting their bytes. @returns how many were deleted. */
  async erase(accountId: number, person: PersonIndex, { from, to }: Range): Promise<number> {
    let erased = 0;
    for (let start = from; start <= to; start += PARALLEL) {
      const count = Math.min(PARALLEL, to - start + 1);
      const places = Array.from({ length: count }, (_, index) => start + index);
      const found = await Promise.all(places.map((place) => this.isAbout(place, accountId, person)));
      const manager = await this.manager();
      for (const place of places.filter((_, index) => found[index])) {
        await manager.streams.deleteMessage(STREAM, place);
        erased += 1;
      }
    }
    return erased;
  }

  private async isAbout(place: number, accountId: number, person: PersonIndex): Promise<boolean> {
    const { headers, data } = await this.connection.nats.request(
      `$JS.API.DIRECT.GET.${STREAM}`,
      JSON.stringify({ seq: place }),
      { timeout: TIMEOUT_MS },
    );
    // A position without an event returns a status code instead.
    if (headers?.code) return false;
    const text = Buffer.from(data).toString();
    if (!text.includes(`"accountid":"${accountId}"`)) return false;
    return mentions(JSON.parse(text) as CloudEvent, person);
  }

  private manager() {
    return this.connection.nats.jetstreamManager({ timeout: TIMEOUT_MS });
  }
}
