export * from './asset.dto';
export * from './asset-operations';
export * from './events';
export * from './history.dto';
export * from './message.dto';
export * from './operations';
export * from './send-message.dto';
export * from './send-template.dto';
