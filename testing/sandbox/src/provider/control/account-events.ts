import { z } from 'zod';
import type { CallbackSender } from '../callbacks/callback-sender';
import type { CloudNumber, NumbersRepository } from '../numbers/numbers.repository';
import { restrictionKinds, toRestrictionInfo, type Restriction } from '../numbers/restrictions.rules';
import type { TokensRepository } from '../numbers/tokens.repository';

const word = z.string().regex(/^[A-Z0-9_]{1,64}$/, 'must be a word of the provider');
const seconds = z.number().int().positive();
const moment = z
  .string()
  .refine((value) => !Number.isNaN(Date.parse(value)), 'must be a time in ISO 8601, or in seconds')
  .transform((value) => Math.ceil(Date.parse(value) / 1_000));

/** What may happen to a business at the provider. */
export const accountEvent = z.discriminatedUnion('event', [
  z.strictObject({ event: z.literal('token_invalid') }),
  z.strictObject({ event: z.literal('number_removed'), reason: word.default('ACCOUNT_DISCONNECTED') }),
  z.strictObject({
    event: z.literal('account_restricted'),
    kinds: z.array(z.enum(restrictionKinds)).min(1).default(['business_initiated', 'customer_initiated']),
    expiration: z.union([seconds, moment]).optional(),
  }),
  z.strictObject({ event: z.literal('account_reconnected') }),
  z.strictObject({ event: z.literal('app_uninstalled'), app_id: z.string().min(1).optional() }),
  z.strictObject({ event: z.literal('offboarded') }),
  z.strictObject({ event: z.literal('quality'), rating: word.optional(), limit: word.optional() }),
  z.strictObject({ event: z.literal('name_status'), status: word.default('APPROVED') }),
]);
export type AccountEvent = z.output<typeof accountEvent>;

/** Events of a business at the provider: the callback, and the answers from then on. */
export class AccountEvents {
  constructor(
    private readonly numbers: NumbersRepository,
    private readonly tokens: TokensRepository,
    private readonly sender: CallbackSender,
    private readonly appId: string,
  ) {}

  async happen(number: CloudNumber, given: AccountEvent): Promise<void> {
    switch (given.event) {
      case 'token_invalid':
        // The provider sends no callback for this; the next call is refused instead.
        return this.tokens.setValid(number.id, false);
      case 'number_removed':
        await this.numbers.setRemoved(number.id, true);
        return this.reportAccount(number, 'PARTNER_REMOVED', {
          phone_number: number.digits,
          disconnection_info: {
            reason: given.reason,
            initiated_by: given.reason.endsWith('INACTIVITY') ? 'SYSTEM' : 'USER',
          },
        });
      case 'account_restricted':
        return this.restrict(
          number,
          given.kinds.map((kind) => ({ kind, expiration: given.expiration ?? null })),
        );
      case 'account_reconnected':
        await this.tokens.setValid(number.id, true);
        await this.numbers.setRemoved(number.id, false);
        if (number.is_coexistence) await this.numbers.setRegistered(number.id, true);
        await this.numbers.restrict(number.account_id, []);
        return this.reportAccount(number, 'ACCOUNT_RECONNECTED', {});
      case 'app_uninstalled':
        return this.uninstall(number, given.app_id ?? this.appId);
      case 'offboarded':
        if (number.is_coexistence) await this.numbers.setRegistered(number.id, false);
        return this.reportAccount(number, 'ACCOUNT_OFFBOARDED', {});
      case 'quality':
        return this.rate(number, given);
      case 'name_status':
        await this.numbers.describe(number.digits, { nameStatus: given.status });
        return this.report(number, 'phone_number_name_update', {
          decision: given.status,
          requested_verified_name: number.name,
          rejection_reason: null,
        });
    }
  }

  private async restrict(number: CloudNumber, restrictions: Restriction[]): Promise<void> {
    await this.numbers.restrict(number.account_id, restrictions);
    await this.reportAccount(number, 'ACCOUNT_RESTRICTION', {
      restriction_info: restrictions.map(toRestrictionInfo),
    });
  }

  /** The business withdrew its consent to an app: ours, whose tokens end, or another one of the same partner. */
  private async uninstall(number: CloudNumber, appId: string): Promise<void> {
    if (appId === this.appId) await this.tokens.setValid(number.id, false);
    const waba_info = { ...wabaOf(number), partner_app_id: appId };
    await this.send(number, 'account_update', { event: 'PARTNER_APP_UNINSTALLED', waba_info });
  }

  /** The provider tells of a new limit, and that a number was flagged for its quality, but never of the rating itself. */
  private async rate(
    number: CloudNumber,
    { rating, limit }: { rating?: string | undefined; limit?: string | undefined },
  ): Promise<void> {
    await this.numbers.describe(number.digits, {
      ...(rating !== undefined && { qualityRating: rating }),
      ...(limit !== undefined && { messagingLimit: limit }),
    });
    const current = limit ?? number.messaging_limit;
    await this.report(number, 'phone_number_quality_update', {
      event: eventOfRating(number.quality_rating, rating),
      current_limit: current,
      ...(current !== number.messaging_limit && { old_limit: number.messaging_limit }),
      max_daily_conversations_per_business: current,
    });
  }

  private async report(number: CloudNumber, field: string, members: object): Promise<void> {
    await this.send(number, field, { display_phone_number: number.digits, ...members });
  }

  private async reportAccount(number: CloudNumber, event: string, members: object): Promise<void> {
    await this.send(number, 'account_update', { event, ...members });
  }

  private async send(
    { account_id: accountId, id }: CloudNumber,
    field: string,
    value: object,
  ): Promise<void> {
    await this.sender.add([{ accountId, numberId: id, field, value }]);
  }
}

function wabaOf({ account_id: id }: CloudNumber): object {
  return { waba_id: id, owner_business_id: `9${id.slice(1)}` };
}

function eventOfRating(former: string, rating = former): string {
  if (rating === 'RED') return 'FLAGGED';
  return former === 'RED' ? 'UNFLAGGED' : 'UPGRADE';
}
