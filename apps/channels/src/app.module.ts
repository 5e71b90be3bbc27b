import { Module } from '@nestjs/common';
import { ChannelsModule } from './channels/channels.module';
import { CloudModule } from './cloud/cloud.module';
import { LifecycleModule } from './lifecycle/lifecycle.module';
import { LinksModule } from './links/links.module';
import { OnboardingModule } from './onboarding/onboarding.module';
import { SurveyModule } from './survey/survey.module';

@Module({
  imports: [ChannelsModule, CloudModule, LinksModule, LifecycleModule, OnboardingModule, SurveyModule],
})
export class AppModule {}
