import { Module } from '@nestjs/common';
import { RateLimiter } from './rate-limiter';
import { RateWindowsRepository } from './rate-windows.repository';

@Module({ providers: [RateLimiter, RateWindowsRepository], exports: [RateLimiter] })
export class RateLimitModule {}
