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
import { AbandonSignUpService } from './abandon-sign-up.service';
import { SignUpDialogService } from './sign-up-dialog.service';
import { SignUpsService } from './sign-ups.service';

@Controller()
export class SignUpsController {
  constructor(
    private readonly dialog: SignUpDialogService,
    private readonly signUps: SignUpsService,
    private readonly abandonment: AbandonSignUpService,
  ) {}

  @Handles(describeSignUp)
  describe({ body }: InputOf<typeof describeSignUp>): Promise<SignUpSettings> {
    return Promise.resolve(this.dialog.describe(body.coexistence));
  }

  @Handles(exchangeSignUpCode)
  async exchange(
    { body }: InputOf<typeof exchangeSignUpCode>,
    { account }: RequestContext,
  ): Promise<SignUpRef> {
    return { sign_up_id: await this.dialog.exchange(account.id, body) };
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
    await this.abandonment.abandon(account.id, body);
    return {};
  }
}
