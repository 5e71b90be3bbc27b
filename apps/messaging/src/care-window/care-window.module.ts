import { Module } from '@nestjs/common';
import { CareWindowRepository } from './care-window.repository';
import { CareWindowService } from './care-window.service';

@Module({ providers: [CareWindowRepository, CareWindowService], exports: [CareWindowService] })
export class CareWindowModule {}
