export * from './connector';
export * from './events';
export * from './number.dto';
export * from './operations';
