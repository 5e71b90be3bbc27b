import { Controller } from '@nestjs/common';
import { Handles } from '@chat/bus';
import type { InputOf } from '@chat/contracts';
import { surveyChannels, type SurveyedChannels } from '@chat/contracts/channels';
import { toSurveyedChannel } from './surveyed-channel.mapper';
import { SurveyRepository } from './survey.repository';

@Controller()
export class SurveyController {
  constructor(private readonly channels: SurveyRepository) {}

  @Handles(surveyChannels)
  async survey({ body }: InputOf<typeof surveyChannels>): Promise<SurveyedChannels> {
    return { channels: (await this.channels.list(body)).map(toSurveyedChannel) };
  }
}
