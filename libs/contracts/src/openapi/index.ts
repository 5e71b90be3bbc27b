export * from './document';
export * from './postman';
