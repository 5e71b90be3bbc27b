/** The sizes of the queues. */
export interface Queues {
  /** Events that are committed and not published. */
  outbox: number;
  /** Events that consumers have not acknowledged. */
  consumers: number;
  /** Webhooks that no receiver has accepted. */
  deliveries: number;
  /** Sends without an outcome. */
  sending: number;
  /** Stored callbacks of the provider that are not processed. */
  callbacks: number;
  /**
   * Deliveries that the network holds for the phones' sessions, and callbacks that the provider holds. They are outside
   * the product.
   */
  network: number;
}

/** Reduces the readings to one figure for each queue. */
export function combineQueues(looks: readonly Queues[], figure: (sizes: number[]) => number): Queues {
  const of = (name: keyof Queues) => figure(looks.map((look) => look[name]));
  return {
    outbox: of('outbox'),
    consumers: of('consumers'),
    deliveries: of('deliveries'),
    sending: of('sending'),
    callbacks: of('callbacks'),
    network: of('network'),
  };
}
