export * from './legacy-routes';
