import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { Empty, InputOf, RequestContext } from '@chat/contracts';
import {
  abandonSignUp,
  connectSignUp,
  describeSignUp,
  exchangeSignUpCode,
  giveSignUpPin,
  verifySignUp,
  type NumberSnapshot,
  type SignUpRef,
  type SignUpSettings,
  type VerifiedNumber,
} from '@chat/contracts/cloud-connector';
import { SignUpsService } from './sign-ups.service';

@Controller()
export class SignUpsController {
  constructor(private readonly signUps: SignUpsService) {}

  @Handles(describeSignUp)
  describe({ body }: InputOf<typeof describeSignUp>): Promise<SignUpSettings> {
    return Promise.resolve(this.signUps.describe(body.coexistence));
  }

  @Handles(exchangeSignUpCode)
  async exchange(
    { body }: InputOf<typeof exchangeSignUpCode>,
    { account }: RequestContext,
  ): Promise<SignUpRef> {
    return { sign_up_id: await this.signUps.exchange(account.id, body) };
  }

  @Handles(verifySignUp)
  verify({ body }: InputOf<typeof verifySignUp>, { account }: RequestContext): Promise<VerifiedNumber> {
    return this.signUps.verify(account.id, body.sign_up_id);
  }

  @Handles(connectSignUp)
  connect({ body }: InputOf<typeof connectSignUp>, context: RequestContext): Promise<NumberSnapshot> {
    return this.signUps.connect(body, context);
  }

  @Handles(giveSignUpPin)
  async givePin({ body }: InputOf<typeof giveSignUpPin>, { account }: RequestContext): Promise<Empty> {
    await this.signUps.givePin(account.id, body.sign_up_id, body.pin);
    return {};
  }

  @Handles(abandonSignUp)
  async abandon({ body }: InputOf<typeof abandonSignUp>, { account }: RequestContext): Promise<Empty> {
    await this.signUps.abandon(account.id, body);
    return {};
  }
}
