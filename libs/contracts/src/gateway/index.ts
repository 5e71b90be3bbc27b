export * from './account.dto';
export * from './operations';
