import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module';
import { DeveloperAppsController } from './developer-apps.controller';
import { DeveloperAppsRepository } from './developer-apps.repository';
import { DeveloperAppsService } from './developer-apps.service';

@Module({
  imports: [CredentialsModule],
  controllers: [DeveloperAppsController],
  providers: [DeveloperAppsService, DeveloperAppsRepository],
  exports: [DeveloperAppsRepository],
})
export class DeveloperAppsModule {}
