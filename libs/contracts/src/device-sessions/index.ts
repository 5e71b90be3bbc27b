export * from './connector';
export * from './events';
export * from './operations';
export * from './person.dto';
export * from './session.dto';
