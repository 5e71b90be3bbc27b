import type { DataSource } from 'typeorm';
import { Batcher, UsualDuration } from '@chat/flow';
import {
  toMessageError,
  type ConnectorAccepted,
  type SettledSend,
  type SettleSend,
} from '@chat/contracts/connector';
import { AppError, outageOf } from '@chat/errors';
import { wasRolledBack, type Logger } from '@chat/service-kit';
import { instruments } from '@chat/telemetry';
import {
  endOf,
  type HandoverOutcome,
  type RecordKey,
  type SendEnd,
  type SendName,
  type SendRow,
} from './send-record';
import { SendRecordsRepository } from './send-records.repository';

const BATCH_SIZE = 64;

export interface SendRecordsOptions<Beginning extends SendName> {
  /** The schema whose table `sends` has the records. */
  schema: string;
  /**
   * Inserts the records of messages that may be handed over, in one statement. It belongs to the connector, since only the
   * connector knows the preconditions.
   * @param sends for different messages.
   * @returns the inserted records: none for a message that already has one, or must not be sent.
   */
  begin: (sends: Beginning[]) => Promise<RecordKey[]>;
  /** Why a message is refused that did not leave before its deadline. */
  tooLate: () => AppError;
}

/**
 * The records that ensure that a connector hands each message over at most once, despite retries and crashes: a record is
 * committed before the first byte is sent, and a message with a record is not handed over again.
 */
export class SendRecords<Beginning extends SendName> {
  private readonly repository: SendRecordsRepository;
  private readonly underWay = new Map<string, Promise<ConnectorAccepted>>();
  private readonly sendDuration = new UsualDuration();
  private readonly begins: Batcher<Beginning, boolean>;
  private readonly ends: Batcher<SendEnd, SendRow | null>;
  /** Outcomes that were returned but not written yet. */
  private readonly unwritten = new Map<string, Promise<SendRow | null>>();

  constructor(
    dataSource: DataSource,
    private readonly logger: Logger,
    private readonly options: SendRecordsOptions<Beginning>,
  ) {
    this.repository = new SendRecordsRepository(dataSource, options.schema);
    const shared = { size: BATCH_SIZE, keyOf, changedNothing: wasRolledBack };
    const begin = async (batch: Beginning[]) => {
      const rows = await options.begin(batch);
      const begun = new Set(rows.map(({ account_id, message_id }) => `${account_id}/${message_id}`));
      return batch.map((send) => begun.has(keyOf(send)));
    };
    this.begins = new Batcher(begin, {
      ...shared,
      gatherMs: 3,
      wholeTakesMs: () => this.sendDuration.ms,
    });
    // Few callers wait for these.
    this.ends = new Batcher((batch: SendEnd[]) => this.repository.conclude(batch), {
      ...shared,
      gatherMs: 25,
      alwaysGathers: true,
    });
  }

  /** Resolves when all returned outcomes are written. */
  async idle(): Promise<void> {
    await this.ends.idle();
  }

  /** Sends, unless the same message is being sent in this process: repeats share one result. */
  once(name: SendName, send: () => Promise<ConnectorAccepted>): Promise<ConnectorAccepted> {
    const key = keyOf(name);
    const underWay = this.underWay.get(key);
    if (underWay) return underWay;
    const sending = this.sendDuration.measure(send).finally(() => this.underWay.delete(key));
    this.underWay.set(key, sending);
    return sending;
  }

  /** @returns whether the message may be sent now: false if it has a record already, or must not be sent. */
  begin(send: Beginning): Promise<boolean> {
    return beforeHandover(this.begins.add(send));
  }

  /** The result of the record; null if there is none. @throws AppError if the message was not accepted. */
  async answerOfRecord(name: SendName): Promise<ConnectorAccepted | null> {
    await this.unwritten.get(keyOf(name));
    const row = await beforeHandover(this.repository.find(name));
    return row && this.answer(name, row);
  }

  /**
   * Ends a send that had begun.
   * @throws AppError when the message was refused, and `provider_outcome_unknown` when its outcome is unknown.
   */
  async end(name: SendName, outcome: HandoverOutcome): Promise<ConnectorAccepted> {
    const written = this.write(name, outcome);
    this.count(outcome.kind);
    switch (outcome.kind) {
      case 'accepted':
        // The result does not wait for this record; later reads of it wait until it is written.
        return { chat_message_id: outcome.chatMessageId };
      case 'refused': {
        const stands = await written;
        // A receipt was faster: the network has the message after all.
        if (stands?.state === 'accepted') return this.answer(name, stands);
        throw outcome.error;
      }
      case 'unknown': {
        const stands = await written;
        if (stands) return this.answer(name, stands);
        throw new AppError('provider_outcome_unknown');
      }
    }
  }

  /** Refuses a message without a record permanently; for one with a record, returns its result. */
  async refuse(accountId: number, send: SettleSend, error: AppError): Promise<ConnectorAccepted> {
    const row = await beforeHandover(this.repository.refuse(accountId, send, error.toBody()));
    this.count('refused');
    return this.answer({ accountId, messageId: send.message_id }, row);
  }

  /** Returns the outcome of a send whose deadline has passed. A message without a record is refused permanently. */
  async settle(accountId: number, send: SettleSend): Promise<SettledSend> {
    await this.unwritten.get(keyOf({ accountId, messageId: send.message_id }));
    const refusal = this.options.tooLate().toBody();
    const { state, chat_message_id, error } = await this.repository.settle(accountId, send, refusal);
    switch (state) {
      case 'accepted':
        return { outcome: 'sent', chat_message_id, error: null };
      case 'refused':
        return { outcome: 'refused', chat_message_id: null, error: error && toMessageError(error) };
      case 'sending':
      case 'unknown':
        return { outcome: 'unknown', chat_message_id: null, error: null };
    }
  }

  private count(outcome: HandoverOutcome['kind']): void {
    instruments.sends.live?.inc({ service: this.options.schema.replaceAll('_', '-'), outcome });
  }

  /** The network's response counts even if it could not be written: then the record stays `sending`, and a repeat is unknown. */
  private write(name: SendName, outcome: HandoverOutcome): Promise<SendRow | null> {
    const key = keyOf(name);
    const written = this.ends
      .add(endOf(name, outcome))
      .catch((error: unknown) => {
        this.logger.error({ error, ...name }, 'could not record the outcome of a send');
        return null;
      })
      .finally(() => this.unwritten.delete(key));
    this.unwritten.set(key, written);
    return written;
  }

  /** Returns the result of a record. If it is still `sending`, the network's response was lost. */
  private async answer(name: SendName, send: SendRow): Promise<ConnectorAccepted> {
    switch (send.state) {
      case 'accepted':
        if (send.chat_message_id !== null) return { chat_message_id: send.chat_message_id };
        throw new AppError('provider_outcome_unknown');
      case 'refused':
        throw send.error ? AppError.fromBody(send.error) : this.options.tooLate();
      case 'sending':
        await this.write(name, { kind: 'unknown' });
        throw new AppError('provider_outcome_unknown');
      case 'unknown':
        throw new AppError('provider_outcome_unknown');
    }
  }
}

/**
 * A step of a send before its hand-over. Without Postgres the send ends here, so the network gets nothing, even if the
 * step was committed.
 * @throws AppError `service_unavailable` in this case.
 */
async function beforeHandover<T>(step: Promise<T>): Promise<T> {
  try {
    return await step;
  } catch (error) {
    if (!outageOf(error)) throw error;
    throw new AppError('service_unavailable', {}, { cause: error });
  }
}

function keyOf({ accountId, messageId }: SendName): string {
  return `${accountId}/${messageId}`;
}
