export * from './connector';
export * from './events';
export * from './operations';
export * from './session.dto';
