/** What the bench gives the floor, as one variable of its environment. */
export interface FloorSettings {
  database_url: string;
  network_url: string;
  sandbox_url: string;
  /** Whose rows it copies. */
  account_id: number;
  channel_id: number;
  /** It takes the same credential as the gateway. */
  client_id: string;
  client_secret: string;
  rate_limit: number;
}

export const FLOOR_SETTINGS = 'FLOOR_SETTINGS';

/** What it says once it listens. */
export interface FloorReady {
  url: string;
}
