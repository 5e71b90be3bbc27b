import { Module } from '@nestjs/common';
import { OptOutsRepository } from './opt-outs.repository';
import { OptOutsService } from './opt-outs.service';

@Module({ providers: [OptOutsRepository, OptOutsService], exports: [OptOutsService] })
export class OptOutsModule {}
