export * from './load.dto';
export * from './operations';
