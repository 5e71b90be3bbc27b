import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** A stream that is open at a gateway. */
export interface OpenStream {
  readonly id: string;
  readonly accountId: number;
  /** Null unless a person reads it. */
  readonly userId: number | null;
}

/** How many streams one may have at all gateways together. */
export interface StreamLimits {
  readonly ofAccount: number;
  readonly ofPerson: number;
}

export interface Taken {
  /** Whose limit is reached; null if the stream was added. */
  readonly refusal: 'account' | 'person' | null;
  /** Whether some of those that count may have ended with their gateway, which is known within seconds. */
  readonly isDoubtful: boolean;
}

/** The open streams of all gateways. Those of a gateway count while it says every second that it is there. */
@Injectable()
export class OpenStreamsRepository {
  constructor(private readonly dataSource: DataSource) {}

  async acquire(gatewayId: string, stream: OpenStream, limits: StreamLimits): Promise<Taken> {
    const { id, accountId, userId } = stream;
    const [row]: [{ refusal: Taken['refusal']; is_doubtful: boolean }] = await this.dataSource.query(
      'SELECT refusal, is_doubtful FROM gateway.take_stream($1, $2, $3, $4, $5, $6)',
      [id, gatewayId, accountId, userId, limits.ofAccount, limits.ofPerson],
    );
    return { refusal: row.refusal, isDoubtful: row.is_doubtful };
  }

  async delete(ids: readonly string[]): Promise<void> {
    await this.dataSource.query('DELETE FROM gateway.open_streams WHERE id = ANY ($1::uuid[])', [ids]);
  }

  /** Returns the ids of the streams that were added for a gateway. */
  async idsAt(gatewayId: string): Promise<string[]> {
    const rows: { id: string }[] = await this.dataSource.query(
      'SELECT id FROM gateway.open_streams WHERE gateway_id = $1',
      [gatewayId],
    );
    return rows.map(({ id }) => id);
  }

  /** Says that a gateway is there. @returns whether it was not known: its streams are not known either, then. */
  async renew(gatewayId: string): Promise<boolean> {
    const [row]: [{ is_new: boolean }] = await this.dataSource.query(
      `INSERT INTO gateway.stream_gateways (id) VALUES ($1)
       ON CONFLICT (id) DO UPDATE SET seen_at = now() RETURNING xmax = 0 AS is_new`,
      [gatewayId],
    );
    return row.is_new;
  }

  /** Adds streams whatever the limits are: they are open. */
  async insert(gatewayId: string, streams: readonly OpenStream[]): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO gateway.open_streams (gateway_id, id, account_id, user_id)
       SELECT $1, * FROM unnest($2::uuid[], $3::bigint[], $4::bigint[]) ON CONFLICT DO NOTHING`,
      [
        gatewayId,
        streams.map(({ id }) => id),
        streams.map(({ accountId }) => accountId),
        streams.map(({ userId }) => userId),
      ],
    );
  }

  /** Ends a gateway with all of its streams. */
  async deleteGateway(gatewayId: string): Promise<void> {
    await this.dataSource.query('DELETE FROM gateway.stream_gateways WHERE id = $1', [gatewayId]);
  }

  /** Deletes the gateways that were killed, with their streams. */
  async deleteGone(): Promise<void> {
    await this.dataSource.query(
      `DELETE FROM gateway.stream_gateways WHERE seen_at < now() - interval '1 minute'`,
    );
  }
}
