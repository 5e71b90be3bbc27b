import { Module } from '@nestjs/common';
import { ProbePolicy } from './probe-policy';

@Module({ providers: [ProbePolicy], exports: [ProbePolicy] })
export class ProbePolicyModule {}
