export * from './limit.dto';
export * from './limits';
export * from './operations';
