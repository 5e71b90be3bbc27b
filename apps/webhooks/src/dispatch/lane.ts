/** The queue of deliveries to one endpoint. */
export interface Lane {
  accountId: number;
  webhookId: number;
}
