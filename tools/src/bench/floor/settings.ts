/** An account of the floor: it takes the same credential as the gateway, and has a phone of its own. */
export interface FloorAccount {
  account_id: number;
  channel_id: number;
  client_id: string;
  client_secret: string;
}

/** What the bench gives the floor, as one variable of its environment. */
export interface FloorSettings {
  database_url: string;
  network_url: string;
  sandbox_url: string;
  rate_limit: number;
  accounts: FloorAccount[];
}

export const FLOOR_SETTINGS = 'FLOOR_SETTINGS';

/** What it says once it listens. */
export interface FloorReady {
  url: string;
}
