/**
 * An account of the floor: it takes the same credential as the gateway, and has a phone of its own. With a Cloud channel
 * it has a number on the provider's cloud, too.
 */
export interface FloorAccount {
  account_id: number;
  channel_id: number;
  cloud_channel_id?: number;
  client_id: string;
  client_secret: string;
}

/** What the bench gives the floor, as one variable of its environment. */
export interface FloorSettings {
  database_url: string;
  network_url: string;
  sandbox_url: string;
  rate_limit: number;
  /** Of the app at the provider. */
  app_secret: string;
  verify_token: string;
  /** So many people have written to each Cloud number. */
  cloud_customers: number;
  accounts: FloorAccount[];
}

export const FLOOR_SETTINGS = 'FLOOR_SETTINGS';

/** What it says once it listens. */
export interface FloorReady {
  url: string;
}
