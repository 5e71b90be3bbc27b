import { Module } from '@nestjs/common';
import { RateLimiter } from './rate-limiter';
import { RateWindowsRepository } from './rate-windows.repository';
import { StrangerLimits } from './stranger-limits';

@Module({
  providers: [RateLimiter, RateWindowsRepository, StrangerLimits],
  exports: [RateLimiter, StrangerLimits],
})
export class RateLimitModule {}
