import { Module } from '@nestjs/common';
import { AccountsModule } from './accounts/accounts.module';
import { ApiKeysModule } from './api-keys/api-keys.module';
import { DeveloperAppsModule } from './developer-apps/developer-apps.module';
import { EdgeModule } from './edge/edge.module';
import { GrantsModule } from './grants/grants.module';
import { UsersModule } from './users/users.module';

@Module({
  imports: [AccountsModule, ApiKeysModule, DeveloperAppsModule, EdgeModule, GrantsModule, UsersModule],
})
export class AppModule {}
