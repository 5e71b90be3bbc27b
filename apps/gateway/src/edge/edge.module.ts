import { Module } from '@nestjs/common';
import { CredentialsModule } from '../credentials/credentials.module';
import { RateLimitModule } from '../rate-limit/rate-limit.module';
import { Admission } from './admission';
import { HttpEdge } from './http-edge';

@Module({ imports: [CredentialsModule, RateLimitModule], providers: [Admission, HttpEdge] })
export class EdgeModule {}
