import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import {
  MAX_SURVEYED_CHANNELS,
  type ChannelKind,
  type ConnectionStatus,
  type SurveyChannels,
} from '@chat/contracts/channels';

/** A channel as operators see it. */
export interface SurveyRow {
  id: number;
  account_id: number;
  origin: ChannelKind;
  connection_status: ConnectionStatus;
  device_raw_status: string | null;
  last_error: string | null;
  last_error_reason: string | null;
  last_seen_at: Date | null;
  updated_at: Date;
}

/** A channel that never was connected waits for its account, which is no failure. */
const IS_FAILING = `(connection_status = 'disconnected' OR last_error IS NOT NULL
  OR (connection_status = 'connected' AND device_raw_status <> 'CONNECTED'))`;

const columns = `id, account_id, origin, connection_status, device_raw_status, last_error, last_error_reason, last_seen_at,
  updated_at`;

const ONE = `SELECT ${columns} FROM channels.channels WHERE account_id = $1 AND id = $2`;

/** In the order of the key; those that do not fail are read and skipped, so a page costs at most a row per channel. */
const PAGE = `
  SELECT ${columns} FROM channels.channels
  WHERE (account_id, id) > ($1, $2) AND account_id <= coalesce($3::bigint, account_id)
    AND ($4::boolean IS NOT TRUE OR ${IS_FAILING})
  ORDER BY account_id, id LIMIT ${MAX_SURVEYED_CHANNELS}`;

/** Reads channels of all accounts for operators. */
@Injectable()
export class SurveyRepository {
  constructor(private readonly dataSource: DataSource) {}

  list(asked: SurveyChannels): Promise<SurveyRow[]> {
    const { account_id, channel_id, is_failing, after_account_id, after_id } = asked;
    if (channel_id !== undefined) return this.dataSource.query(ONE, [account_id ?? 0, channel_id]);
    const after = [after_account_id ?? account_id ?? 0, after_id ?? 0];
    return this.dataSource.query(PAGE, [...after, account_id ?? null, is_failing ?? false]);
  }
}
