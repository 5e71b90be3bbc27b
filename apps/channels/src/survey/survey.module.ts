import { Module } from '@nestjs/common';
import { SurveyController } from './survey.controller';
import { SurveyRepository } from './survey.repository';

@Module({ controllers: [SurveyController], providers: [SurveyRepository] })
export class SurveyModule {}
