import { Inject, Injectable } from '@nestjs/common';
import { BackgroundLoops } from '@chat/bus';
import { LOGGER, type Logger } from '@chat/service-kit';
import { MessageProgressService } from '../messages/message-progress.service';
import { ConnectorClient } from './connector.client';
import { stepOfSettlement } from './send-outcome.rules';
import { UnsettledSendsRepository, type UnsettledSend } from './unsettled-sends.repository';

const ROUND_MS = 1_000;
const BATCH_SIZE = 50;
/** Longer than one request to the connector may take. */
const RETRY_MS = 6_000;

/**
 * Finds sends with an unknown outcome (the process died, or the connector did not reply) and asks the connector that
 * took them. Any replica does this for all; a crash at any point leaves the send to the next round.
 */
@Injectable()
export class SendSettlementService {
  constructor(
    loops: BackgroundLoops,
    private readonly sends: UnsettledSendsRepository,
    private readonly progress: MessageProgressService,
    private readonly connectors: ConnectorClient,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    loops.add({ name: 'send-settlement', round: () => this.round(), everyMs: ROUND_MS });
  }

  private async round(): Promise<boolean> {
    const due = await this.sends.claim(BATCH_SIZE, RETRY_MS);
    await Promise.all(due.map((send) => this.settle(send)));
    return due.length === BATCH_SIZE;
  }

  private async settle({ account_id: accountId, id, channel_id, connector }: UnsettledSend): Promise<void> {
    const names = { accountId, channelId: channel_id, messageId: id };
    try {
      const asked = this.connectors.find(connector);
      const settled = await this.connectors.settle(asked, accountId, { message_id: id, channel_id });
      const step = stepOfSettlement(settled, asked);
      await this.progress.move({ accountId, id, step, cause: {} });
      this.logger.info({ ...names, outcome: settled.outcome }, 'a send without an outcome is settled');
    } catch (error) {
      this.logger.warn({ error, ...names }, 'a send is not settled yet');
    }
  }
}
