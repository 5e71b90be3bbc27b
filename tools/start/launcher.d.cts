export function dataFolder(env: NodeJS.ProcessEnv): string;
export function claimFileIn(dataDir: string): string;
export function launcherOn(dataDir: string): number | undefined;
export function requireNoLauncher(dataDir: string): void;
export function claimData(dataDir: string): Promise<void>;
