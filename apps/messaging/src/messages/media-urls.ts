import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@chat/service-kit';
import type { MessagingConfig } from '../config';

/** The URLs at which clients download the media of messages. */
@Injectable()
export class MediaUrls {
  private readonly base: string;

  constructor(@Inject(CONFIG) config: Pick<MessagingConfig, 'PUBLIC_BASE_URL'>) {
    this.base = config.PUBLIC_BASE_URL.replace(/\/$/, '');
  }

  of(messageId: number): string {
    return `${this.base}/v1/messages/${messageId}/media`;
  }
}
