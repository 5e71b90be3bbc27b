import { operation } from '..';
import { SurveyChannels, SurveyedChannels } from './survey.dto';

/** Lists channels for an operator. */
export const surveyChannels = operation({
  subject: 'rpc.channels.channel.survey',
  effect: 'read',
  body: SurveyChannels,
  output: SurveyedChannels,
});
