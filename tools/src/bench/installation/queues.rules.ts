/** How much waits, and where. */
export interface Queues {
  /** Events that are committed and not published. */
  outbox: number;
  /** Events that consumers have not acknowledged. */
  consumers: number;
  /** Webhooks that no receiver has taken. */
  deliveries: number;
  /** Sends without an outcome. */
  sending: number;
  /** Callbacks of the provider that are stored and not worked off. */
  callbacks: number;
  /** What the network holds for the phones' sessions, and the provider for its callbacks. It lies outside. */
  network: number;
}

/** One figure for each queue from what was seen of it. */
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
