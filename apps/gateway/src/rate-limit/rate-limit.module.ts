import { Module } from '@nestjs/common';
import { HostedLimits } from './hosted-limits';
import { RequestCountsController } from './request-counts.controller';
import { RateLimiter } from './rate-limiter';
import { RateWindowsRepository } from './rate-windows.repository';
import { StrangerLimits } from './stranger-limits';

@Module({
  controllers: [RequestCountsController],
  providers: [HostedLimits, RateLimiter, RateWindowsRepository, StrangerLimits],
  exports: [HostedLimits, RateLimiter, StrangerLimits],
})
export class RateLimitModule {}
