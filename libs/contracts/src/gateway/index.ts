export * from './account.dto';
export * from './app-operations';
export * from './developer-app.dto';
export * from './events';
export * from './grant.dto';
export * from './load.dto';
export * from './operations';
export * from './user.dto';
