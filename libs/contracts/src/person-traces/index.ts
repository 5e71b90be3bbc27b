export * from './operations';
export * from './person-traces.dto';
export * from './person-traces.rules';
