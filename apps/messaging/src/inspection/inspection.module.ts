import { Module } from '@nestjs/common';
import { InspectionController } from './inspection.controller';
import { InspectionService } from './inspection.service';
import { InspectionsRepository } from './inspections.repository';

@Module({ controllers: [InspectionController], providers: [InspectionService, InspectionsRepository] })
export class InspectionModule {}
