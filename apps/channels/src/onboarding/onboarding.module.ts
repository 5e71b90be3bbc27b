import { Module } from '@nestjs/common';
import { ChannelsModule } from '../channels/channels.module';
import { CloudModule } from '../cloud/cloud.module';
import { OnboardingController } from './onboarding.controller';
import { OnboardingEndService } from './onboarding-end.service';
import { OnboardingService } from './onboarding.service';
import { OnboardingSessionsRepository } from './onboarding-sessions.repository';
import { OnboardingVisitsService } from './onboarding-visits.service';
import { SignUpsClient } from './sign-ups.client';

@Module({
  imports: [ChannelsModule, CloudModule],
  controllers: [OnboardingController],
  providers: [
    OnboardingEndService,
    OnboardingService,
    OnboardingSessionsRepository,
    OnboardingVisitsService,
    SignUpsClient,
  ],
})
export class OnboardingModule {}
