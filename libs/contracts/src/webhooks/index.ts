export * from './delivery.dto';
export * from './events';
export * from './operations';
export * from './webhook.dto';
