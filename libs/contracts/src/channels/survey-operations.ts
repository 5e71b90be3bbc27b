import { operation } from '..';
import { ChannelsInUse, CountChannels, SurveyChannels, SurveyedChannels } from './survey.dto';

/** Lists channels for an operator. */
export const surveyChannels = operation({
  subject: 'rpc.channels.channel.survey',
  effect: 'read',
  body: SurveyChannels,
  output: SurveyedChannels,
});

/** Returns how many slots of its plan an account uses. */
export const countChannels = operation({
  subject: 'rpc.channels.channel.count',
  effect: 'read',
  body: CountChannels,
  output: ChannelsInUse,
});
