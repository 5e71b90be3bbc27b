export * from './explain-message';
export * from './message-explanation.dto';
