export * from './operations';
export * from './secret-key.dto';
