import { connect, Events, NatsError, type NatsConnection } from 'nats';

/** The largest message that the services exchange: a full list page can pass the server's default of 1 MiB. */
const REQUIRED_MAX_PAYLOAD_BYTES = 8 * 1024 * 1024;

/** One process's connection to NATS, which reconnects for as long as the process lives. */
export class BusConnection {
  private constructor(readonly nats: NatsConnection) {}

  private isUp = true;

  /** @throws Error when the server is not reachable within 10 s or its `max_payload` is too small. */
  static async open(url: string, name: string): Promise<BusConnection> {
    const nats = await connect({
      servers: url,
      name,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      reconnectJitter: 250,
      pingInterval: 5_000,
      maxPingOut: 2,
      timeout: 10_000,
      // Else every request pays for an error with a stack that nobody reads.
      noAsyncTraces: true,
    }).catch((error: unknown) => {
      const why = error instanceof NatsError ? error.code : String(error);
      throw new Error(`NATS could not be reached (${why}). Check NATS_URL.`, { cause: error });
    });
    const maxPayload = nats.info?.max_payload ?? 0;
    if (maxPayload < REQUIRED_MAX_PAYLOAD_BYTES) {
      await nats.close();
      throw new Error(
        `The NATS server at NATS_URL takes messages of ${maxPayload} bytes. Set its max_payload to ${REQUIRED_MAX_PAYLOAD_BYTES} or more.`,
      );
    }
    const connection = new BusConnection(nats);
    void connection.watch();
    return connection;
  }

  /** False while the connection is lost: a request made now would reach nobody. */
  get isConnected(): boolean {
    return this.isUp && !this.nats.isClosed();
  }

  /** Lets running requests and subscriptions finish, then closes. */
  async drain(): Promise<void> {
    if (!this.nats.isClosed() && !this.nats.isDraining()) await this.nats.drain();
  }

  private async watch(): Promise<void> {
    for await (const status of this.nats.status()) {
      if (status.type === Events.Disconnect) this.isUp = false;
      if (status.type === Events.Reconnect) this.isUp = true;
    }
  }
}
