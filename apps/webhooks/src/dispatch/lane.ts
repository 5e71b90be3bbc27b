/** The deliveries to one endpoint, as a queue of its own. */
export interface Lane {
  accountId: number;
  webhookId: number;
}
