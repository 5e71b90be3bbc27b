import { Injectable } from '@nestjs/common';
import type { Transaction } from '@chat/bus';
import { cloudConnector } from '@chat/contracts/cloud-connector';
import type { Receipt } from '@chat/contracts/connector';
import { toMessageError } from '@chat/connector-kit';
import { toTimestamp } from '@chat/service-kit';
import { NumberFindings, type Finding } from '../numbers/number-findings';
import type { NumberRow } from '../numbers/number.row';
import { InstallationService } from '../installation/installation.service';
import { toFailure } from '../provider/refusal.rules';
import type { Entry } from '../envelopes/entry';
import { ReceivedRepository, type AcknowledgedSend, type Acknowledgement } from './received.repository';
import { levelBits, readStatus, type Status } from './statuses.rules';

/** Maximum number of receipts per event, which must fit into one NATS message. */
const MAX_RECEIPTS = 250;

interface OwnStatus extends Status {
  number: NumberRow;
  messageId: number;
  isProven: boolean;
}

/**
 * Reports the statuses of our messages: each level once per message, in whatever order and however often it arrives.
 */
@Injectable()
export class StatusReports {
  constructor(
    private readonly received: ReceivedRepository,
    private readonly findings: NumberFindings,
    private readonly installation: InstallationService,
  ) {}

  async apply(entries: Entry[], tx: Transaction): Promise<void> {
    const now = new Date();
    const read = entries.flatMap((entry) => {
      const status = readStatus(entry.item, entry, now);
      return status ? [{ ...status, number: entry.number }] : [];
    });
    const statuses = await this.withOwnIds(read, tx);
    const groups = groupBySend(statuses);
    const sends = await this.received.acknowledge(
      groups.map((group) => toAcknowledgement(group)),
      tx.manager,
    );
    const fresh = groups.flatMap((group, index) => newOf(group, sends[index] ?? null));
    for (const number of new Set(fresh.map(({ status }) => status.number))) {
      publishReceipts(
        tx,
        number,
        fresh.filter(({ status }) => status.number === number),
      );
    }
    await this.findings.apply(
      fresh.flatMap(({ status }) => findingsOf(status)),
      tx,
    );
  }

  /**
   * Adds our ids. A reference without the id of an installation may be of an earlier release of ours, or of somebody else's
   * message: it counts if nothing else is known of the send. Messages that others sent through the same number have no id.
   */
  private async withOwnIds(
    statuses: (Status & { number: NumberRow })[],
    tx: Transaction,
  ): Promise<OwnStatus[]> {
    const isOwn = ({ reference }: Status) => reference?.installationId === this.installation.id;
    const others = statuses.filter((status) => !isOwn(status));
    const ids = await this.received.findIds(
      others.map(({ number, chatMessageId }) => ({
        accountId: number.account_id,
        channelId: number.channel_id,
        chatMessageId,
      })),
      tx.manager,
    );
    const found = new Map(others.map((status, index) => [status, ids[index] ?? null]));
    return statuses.flatMap((status) => {
      const { reference } = status;
      const proven = isOwn(status) ? reference!.messageId : found.get(status);
      const messageId = proven ?? (reference?.installationId === null ? reference.messageId : null);
      return messageId === null ? [] : [{ ...status, messageId, isProven: proven != null }];
    });
  }
}

function groupBySend(statuses: OwnStatus[]): OwnStatus[][] {
  const groups = new Map<string, OwnStatus[]>();
  for (const status of statuses) {
    const { number, messageId, chatMessageId } = status;
    const key = `${number.account_id}/${number.channel_id}/${messageId}/${chatMessageId}`;
    const group = groups.get(key);
    if (group) group.push(status);
    else groups.set(key, [status]);
  }
  return [...groups.values()];
}

function toAcknowledgement(group: OwnStatus[]): Acknowledgement {
  const [{ number, messageId, chatMessageId }] = group as [OwnStatus];
  return {
    accountId: number.account_id,
    channelId: number.channel_id,
    messageId,
    chatMessageId,
    isProven: group.some(({ isProven }) => isProven),
    levels: group.reduce((bits, { level }) => bits | levelBits[level], 0),
  };
}

interface FreshStatus {
  status: OwnStatus;
  send: AcknowledgedSend;
}

/** The statuses of one send that were not reported before, each once. */
function newOf(group: OwnStatus[], send: AcknowledgedSend | null): FreshStatus[] {
  if (!send) return [];
  let reported = send.reportedLevels;
  return group.flatMap((status) => {
    const bit = levelBits[status.level];
    if ((reported & bit) !== 0) return [];
    reported |= bit;
    return [{ status, send }];
  });
}

function publishReceipts(tx: Transaction, number: NumberRow, given: FreshStatus[]): void {
  for (let start = 0; start < given.length; start += MAX_RECEIPTS) {
    const part = given.slice(start, start + MAX_RECEIPTS);
    tx.causedBy({}).emit(cloudConnector.receipts, {
      accountId: number.account_id,
      entity: `channels/${number.channel_id}`,
      entityVersion: Math.max(...part.map(({ send }) => send.number)),
      channelId: number.channel_id,
      data: { channel_id: number.channel_id, receipts: part.map(({ status }) => toReceipt(status)) },
    });
  }
}

/** Each error of a status implies something of its own. */
function findingsOf(status: OwnStatus): Finding[] {
  const errors = status.errors.length > 0 ? status.errors : [null];
  return errors.map((error) => ({ ...status, error }));
}

function toReceipt(status: OwnStatus): Receipt {
  const { messageId, chatMessageId, level, recipient, pricing, at, errors } = status;
  const { providerUserId } = recipient;
  return {
    message_id: messageId,
    chat_message_id: chatMessageId,
    level,
    ...(providerUserId !== null && { provider_user_id: providerUserId }),
    ...(pricing && { pricing }),
    error: level === 'failed' ? toMessageError(toFailure(errors).toBody()) : null,
    at: toTimestamp(at),
  };
}
