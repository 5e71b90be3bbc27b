export function underLock<T>(lock: string, work: () => T | Promise<T>, onWait?: () => void): Promise<T>;
