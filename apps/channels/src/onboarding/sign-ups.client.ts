import { Injectable } from '@nestjs/common';
import { BusClient } from '@chat/bus';
import type { RequestContext } from '@chat/contracts';
import {
  abandonSignUp,
  connectSignUp,
  describeSignUp,
  exchangeSignUpCode,
  giveSignUpPin,
  verifySignUp,
  type ExchangeSignUpCode,
  type NumberSnapshot,
  type SignUpSettings,
  type VerifiedNumber,
} from '@chat/contracts/cloud-connector';

/** Client of the cloud-connector service, which keeps the tokens of sign-ups and talks to the provider for them. */
@Injectable()
export class SignUpsClient {
  constructor(private readonly bus: BusClient) {}

  describe(coexistence: boolean, context: RequestContext): Promise<SignUpSettings> {
    return this.bus.request(describeSignUp, context, { body: { coexistence } });
  }

  /** @returns the id of the sign-up; a code that was exchanged before gets the same id. */
  async exchange(body: ExchangeSignUpCode, context: RequestContext): Promise<number> {
    return (await this.bus.request(exchangeSignUpCode, context, { body })).sign_up_id;
  }

  verify(signUpId: number, context: RequestContext): Promise<VerifiedNumber> {
    return this.bus.request(verifySignUp, context, { body: { sign_up_id: signUpId } });
  }

  connect(signUpId: number, channelId: number, context: RequestContext): Promise<NumberSnapshot> {
    return this.bus.request(connectSignUp, context, {
      body: { sign_up_id: signUpId, channel_id: channelId },
    });
  }

  async givePin(signUpId: number, pin: string, context: RequestContext): Promise<void> {
    await this.bus.request(giveSignUpPin, context, { body: { sign_up_id: signUpId, pin } });
  }

  async abandon(signUpId: number, channelId: number | undefined, context: RequestContext): Promise<void> {
    await this.bus.request(abandonSignUp, context, {
      body: { sign_up_id: signUpId, channel_id: channelId },
    });
  }
}
