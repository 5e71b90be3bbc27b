import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { Empty, InputOf, RequestContext } from '@chat/contracts';
import {
  createOnboardingSession,
  failOnboarding,
  finishOnboarding,
  getOnboardingSession,
  giveOnboardingPin,
  viewOnboarding,
  type CreatedOnboardingSession,
  type OnboardingSession,
  type OnboardingView,
} from '@chat/contracts/channels';
import { OnboardingService } from './onboarding.service';
import { OnboardingVisitsService } from './onboarding-visits.service';

@Controller()
export class OnboardingController {
  constructor(
    private readonly onboarding: OnboardingService,
    private readonly visits: OnboardingVisitsService,
  ) {}

  @Handles(createOnboardingSession)
  create(
    { body }: InputOf<typeof createOnboardingSession>,
    context: RequestContext,
  ): Promise<CreatedOnboardingSession> {
    return this.onboarding.create(body, context);
  }

  @Handles(getOnboardingSession)
  get(
    { params }: InputOf<typeof getOnboardingSession>,
    { account }: RequestContext,
  ): Promise<OnboardingSession> {
    return this.onboarding.get(account.id, params.id);
  }

  @Handles(viewOnboarding)
  view({ body }: InputOf<typeof viewOnboarding>, context: RequestContext): Promise<OnboardingView> {
    return this.visits.view(body.session_id, context);
  }

  @Handles(finishOnboarding)
  async finish({ body }: InputOf<typeof finishOnboarding>, context: RequestContext): Promise<Empty> {
    await this.visits.finish(body, context);
    return {};
  }

  @Handles(failOnboarding)
  async fail({ body }: InputOf<typeof failOnboarding>, context: RequestContext): Promise<Empty> {
    await this.visits.fail(body.session_id, context);
    return {};
  }

  @Handles(giveOnboardingPin)
  async givePin({ body }: InputOf<typeof giveOnboardingPin>, context: RequestContext): Promise<Empty> {
    await this.visits.givePin(body, context);
    return {};
  }
}
