import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CONFIG, SecretBox, secretKeysOf } from '@chat/service-kit';
import type { DeviceSessionsConfig } from '../config';
import { sealedContents } from './sealed-credentials';

interface SendRef {
  accountId: number;
  messageId: number;
}

/** What was composed for messages, sealed with their records. */
@Injectable()
export class SentContents {
  private readonly secrets: SecretBox;

  constructor(
    private readonly dataSource: DataSource,
    @Inject(CONFIG) config: DeviceSessionsConfig,
  ) {
    this.secrets = new SecretBox(secretKeysOf(config), sealedContents.purpose);
  }

  seal({ accountId, messageId }: SendRef, content: Uint8Array): Buffer {
    return this.secrets.seal(content, sealedContents.contextOf([accountId, messageId]));
  }

  /** @returns null for a message that was sent otherwise, too long ago, or is erased. */
  async find(accountId: number, channelId: number, chatMessageId: string): Promise<Uint8Array | null> {
    const [row]: { message_id: number; content: Buffer }[] = await this.dataSource.query(
      `SELECT message_id, content FROM device_sessions.sends
       WHERE account_id = $1 AND channel_id = $2 AND chat_message_id = $3 AND content IS NOT NULL`,
      [accountId, channelId, chatMessageId],
    );
    return row
      ? this.secrets.openBytes(row.content, sealedContents.contextOf([accountId, row.message_id]))
      : null;
  }
}
