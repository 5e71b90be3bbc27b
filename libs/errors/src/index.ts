export * from './app-error';
export * from './catalogue';
export * from './describe-error';
export * from './outage';
