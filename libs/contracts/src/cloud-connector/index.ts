export * from './callbacks';
export * from './connector';
export * from './events';
export * from './number.dto';
export * from './operations';
export * from './sign-up-operations';
export * from './sign-up.dto';
