export * from './channel.dto';
export * from './events';
export * from './notices';
export * from './onboarding-operations';
export * from './onboarding.dto';
export * from './operations';
export * from './survey-operations';
export * from './survey.dto';
