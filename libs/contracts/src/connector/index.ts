export * from './connector';
export * from './connector.dto';
export * from './content.dto';
export * from './failure.dto';
export * from './inspection.dto';
export * from './message-error';
export * from './refusals';
