import { Module } from '@nestjs/common';
import { RateLimitModule } from '../rate-limit/rate-limit.module';
import { Passwords } from './passwords';
import { SessionsRepository } from './sessions.repository';
import { SessionsService } from './sessions.service';

@Module({
  imports: [RateLimitModule],
  providers: [SessionsRepository, SessionsService, Passwords],
  exports: [SessionsRepository, SessionsService, Passwords],
})
export class SessionsModule {}
