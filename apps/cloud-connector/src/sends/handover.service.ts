import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { ConnectorSend } from '@chat/contracts/connector';
import { AppError } from '@chat/errors';
import { accountSuspended, SuspendedAccounts } from '@chat/service-kit';
import type { Cause } from '@chat/telemetry';
import { isObject } from '../provider/answer.rules';
import type { Transience } from '../provider/error-table.rules';
import { ProviderClient } from '../provider/provider-client';
import { NoAnswerError } from '../provider/provider-error';
import { pauseBeforeRetry } from '../provider/retry.rules';
import { unreachable } from '../provider/unreachable';
import type { OpenNumber } from '../numbers/number.row';
import { toFailure, type Failure, type Outcome, type Refused } from './handover-outcome.rules';
import { contextOf, mediaOf, toOutgoing } from './outgoing-body.rules';
import { PacesService } from './paces.service';
import { UploadsService } from './uploads.service';

const ANSWER_TIMEOUT_MS = 15_000;

/** Hands messages to the provider. Transient refusals are retried within the deadline. */
@Injectable()
export class HandoverService {
  constructor(
    private readonly provider: ProviderClient,
    private readonly uploads: UploadsService,
    private readonly paces: PacesService,
    private readonly suspended: SuspendedAccounts,
  ) {}

  /**
   * Uploads the media of a message. The message itself is not sent yet, so no failure is ambiguous.
   * @returns the media id; null if the message has none.
   */
  async upload(
    number: OpenNumber,
    { content, deadline }: ConnectorSend,
    cause: Cause,
  ): Promise<{ kind: 'uploaded'; mediaId: string | null } | Refused> {
    const media = mediaOf(content);
    if (!media) return { kind: 'uploaded', mediaId: null };
    // Repeating an upload is harmless, so the provider's flag is reason enough.
    const limits = { content, deadline, unproven: 'always' as const };
    const outcome = await this.repeat(number, limits, async (msLeft) => {
      const mediaId = await this.uploads.upload(number, media, { msLeft, cause });
      return { kind: 'uploaded' as const, mediaId };
    });
    return outcome.kind === 'unknown' ? { kind: 'refused', error: unreachable() } : outcome;
  }

  async send(
    number: OpenNumber,
    send: ConnectorSend,
    { mediaId, reference, cause }: { mediaId: string | null; reference: string; cause: Cause },
  ): Promise<Outcome> {
    const { to, content, deadline } = send;
    if (!(await this.paces.wait(number, to ?? send.provider_user_id ?? '', deadline - Date.now()))) {
      return { kind: 'refused', error: tooFast() };
    }
    const json = {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      // Without the plus, the provider would prepend the country code of the business.
      ...(to === null ? { recipient: send.provider_user_id } : { to: `+${to}` }),
      biz_opaque_callback_data: reference,
      ...contextOf(send),
      ...toOutgoing(content, mediaId),
    };
    return this.repeat(number, send, async (msLeft) => {
      const answer = await this.provider.call({
        method: 'POST',
        path: `/${number.phoneNumberId}/messages`,
        token: number.token,
        json,
        cause,
        timeoutMs: Math.min(msLeft, ANSWER_TIMEOUT_MS),
      });
      const chatMessageId = wamidOf(answer);
      if (chatMessageId === null) throw new NoAnswerError('an acceptance without an id');
      return { kind: 'accepted' as const, chatMessageId };
    });
  }

  private async repeat<Done extends { kind: 'accepted' | 'uploaded' }>(
    { accountId }: OpenNumber,
    {
      content,
      deadline,
      unproven = 'unproven',
    }: Pick<ConnectorSend, 'content' | 'deadline'> & { unproven?: Transience },
    attempt: (msLeft: number) => Promise<Done>,
  ): Promise<Done | Failure> {
    for (let refused = 1; ; refused += 1) {
      const msLeft = deadline - Date.now();
      if (msLeft <= 0) return { kind: 'refused', error: tooLate() };
      if (this.suspended.has(accountId)) return { kind: 'refused', error: accountSuspended() };
      const outcome = await attempt(msLeft).catch((error: unknown) => toFailure(error, content));
      if (outcome.kind !== 'refused') return outcome;
      const transient = outcome.transient === 'unproven' ? unproven : outcome.transient;
      const pauseMs = pauseBeforeRetry({
        refused,
        transient,
        msLeft: deadline - Date.now(),
        random: Math.random(),
      });
      if (pauseMs === null) return outcome;
      await delay(pauseMs);
    }
  }
}

function wamidOf({ messages }: Record<string, unknown>): string | null {
  const [first] = Array.isArray(messages) ? (messages as unknown[]) : [];
  return isObject(first) && typeof first.id === 'string' && first.id !== '' ? first.id : null;
}

/** The provider would refuse the message, so it is not called. */
function tooFast(): AppError {
  return new AppError('provider_error', {
    reason: 'provider_rate_limited',
    message: 'The provider is not accepting more messages from this number right now. Send it again shortly.',
  });
}

export function tooLate(): AppError {
  return new AppError('service_unavailable', {
    message: 'The message could not be handed over before its deadline. Send it again.',
  });
}
