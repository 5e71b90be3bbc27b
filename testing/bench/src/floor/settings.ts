/**
 * An account of the floor: it uses the same credential as in the gateway, and its own phone. With a Cloud channel, it
 * also has a number on the provider's cloud.
 */
export interface FloorAccount {
  account_id: number;
  channel_id: number;
  cloud_channel_id?: number;
  client_id: string;
  client_secret: string;
}

/** The settings of the floor, passed as one environment variable. */
export interface FloorSettings {
  database_url: string;
  network_url: string;
  sandbox_url: string;
  rate_limit: number;
  /** Of the app at the provider. */
  app_secret: string;
  verify_token: string;
  /** Number of people who have written to each Cloud number. */
  cloud_customers: number;
  accounts: FloorAccount[];
}

export const FLOOR_SETTINGS = 'FLOOR_SETTINGS';

/** Reported once it listens. */
export interface FloorReady {
  url: string;
}
