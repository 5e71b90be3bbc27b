import type { CallbackSender } from '../callbacks/callback-sender';
import type { CloudNumber, NumbersRepository } from '../numbers/numbers.repository';
import type { TokensRepository } from '../numbers/tokens.repository';

export const accountEvents = [
  'token_invalid',
  'number_removed',
  'account_restricted',
  'account_reconnected',
] as const;
export type AccountEvent = (typeof accountEvents)[number];

/** Events of a business at the provider: the callback, and the answers from then on. */
export class AccountEvents {
  constructor(
    private readonly numbers: NumbersRepository,
    private readonly tokens: TokensRepository,
    private readonly sender: CallbackSender,
  ) {}

  async happen(number: CloudNumber, event: AccountEvent): Promise<void> {
    switch (event) {
      case 'token_invalid':
        // The provider sends no callback for this; the next call is refused instead.
        return this.tokens.setValid(number.id, false);
      case 'number_removed':
        await this.numbers.setRemoved(number.id, true);
        return this.report(number, 'PARTNER_REMOVED', {
          disconnection_info: { reason: 'ACCOUNT_DISCONNECTED', initiated_by: 'USER' },
        });
      case 'account_restricted':
        await this.numbers.setRestricted(number.account_id, true);
        return this.report(number, 'ACCOUNT_RESTRICTION', {
          restriction_info: [{ restriction_type: 'RESTRICTED_BIZ_INITIATED_MESSAGING' }],
        });
      case 'account_reconnected':
        await this.tokens.setValid(number.id, true);
        await this.numbers.setRemoved(number.id, false);
        await this.numbers.setRestricted(number.account_id, false);
        return this.report(number, 'ACCOUNT_RECONNECTED', {});
    }
  }

  private async report(number: CloudNumber, event: string, members: object): Promise<void> {
    await this.sender.add([
      {
        accountId: number.account_id,
        numberId: number.id,
        field: 'account_update',
        value: {
          phone_number: number.digits,
          event,
          waba_info: { waba_id: number.account_id, owner_business_id: `9${number.account_id.slice(1)}` },
          ...members,
        },
      },
    ]);
  }
}
