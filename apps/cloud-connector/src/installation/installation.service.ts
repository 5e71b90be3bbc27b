import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DataSource } from 'typeorm';

/**
 * The id by which this installation recognizes its messages at the provider: another one may send through the same
 * numbers, and both get the statuses of all messages.
 */
@Injectable()
export class InstallationService implements OnModuleInit {
  private own: { id: string; namedFrom: number } | null = null;

  constructor(private readonly dataSource: DataSource) {}

  /** An installation that has sent messages waits for an hour, in which its replicas of the previous release end. */
  async onModuleInit(): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO cloud_connector.installation (named_from)
       SELECT CASE WHEN EXISTS (SELECT FROM cloud_connector.sends) THEN now() + interval '1 hour' ELSE now() END
       ON CONFLICT DO NOTHING`,
    );
    const [row]: [{ id: string; named_from: Date }] = await this.dataSource.query(
      'SELECT id, named_from FROM cloud_connector.installation',
    );
    this.own = { id: row.id, namedFrom: row.named_from.getTime() };
  }

  get id(): string | null {
    return this.own?.id ?? null;
  }

  /** The id for the reference of a new message; null while a replica of the previous release may have to read it. */
  get idForSends(): string | null {
    return this.own !== null && Date.now() >= this.own.namedFrom ? this.own.id : null;
  }
}
