import { Module } from '@nestjs/common';
import { SignsOfLifeService } from './signs-of-life.service';

@Module({ providers: [SignsOfLifeService], exports: [SignsOfLifeService] })
export class SignsOfLifeModule {}
