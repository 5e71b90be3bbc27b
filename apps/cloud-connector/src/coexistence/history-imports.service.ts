import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import { cloudConnector } from '@chat/contracts/cloud-connector';
import { importHistory } from '@chat/contracts/messaging';
import { type Conclusion, type JobOf, Jobs, systemContext } from '@chat/service-kit';
import { copyInboundMedia } from '../media/job-types';
import { NumbersRepository } from '../numbers/numbers.repository';
import { importHistoryPart } from './job-types';
import { withStoredPart } from '../numbers/sync.rules';
import { SyncsService } from './syncs.service';

const REQUEST_TIMEOUT_MS = 20_000;
const LONGEST_REST_MS = 1_000;

/** Hands histories to messaging, part by part. Messaging stores a repeated part only once. */
@Injectable()
export class HistoryImportsService implements OnApplicationBootstrap {
  constructor(
    private readonly jobs: Jobs,
    private readonly bus: BusClient,
    private readonly numbers: NumbersRepository,
    private readonly syncs: SyncsService,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs.handle(importHistoryPart, (job) => this.import(job));
  }

  private async import(job: JobOf<typeof importHistoryPart>): Promise<Conclusion | void> {
    const { accountId, data } = job;
    const { channelId, messages, media } = data;
    if (!(await this.numbers.find(accountId, channelId))) return;
    const startedAt = performance.now();
    const { blobs } = await this.bus.request(
      importHistory,
      systemContext(accountId, { timeoutMs: REQUEST_TIMEOUT_MS, cause: job }),
      { body: { channel_id: channelId, connector: cloudConnector.service, messages } },
    );
    await rest(performance.now() - startedAt, job.signal);
    return async (tx) => {
      // Only now is it known which media a message refers to; the rest need not be copied.
      for (const awaited of media.filter(({ blob }) => blobs.includes(blob))) {
        await this.jobs.add(tx, copyInboundMedia, { accountId, data: awaited });
      }
      await this.syncs.move({ accountId, channelId }, (state) => withStoredPart(state, new Date()), tx);
    };
  }
}

/** Rests nine times as long as it worked, since nobody waits for history. */
async function rest(workedMs: number, signal: AbortSignal): Promise<void> {
  await delay(Math.min(9 * workedMs, LONGEST_REST_MS), undefined, { signal }).catch(() => undefined);
}
