export { ExportStream, type ExportOutput } from './export-output';
export { exportPerson, type AskOfAccount } from './export-person';
