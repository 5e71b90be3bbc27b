/** If the error is about the data folder, adds how to choose another folder; returns any other error unchanged. */
export function withDataDir(error: NodeJS.ErrnoException, dataDir: string): Error {
  const { message, path = '' } = error;
  const isFull = /no space left on device|disk quota exceeded/i.test(message);
  const isThere = path !== '' && (path.startsWith(dataDir) || dataDir.startsWith(path));
  if (!isFull && !isThere) return error;
  return new Error(
    `${message}\nThe data is kept in ${dataDir}, which needs room and this user's right to write. ` +
      'DATA_DIR chooses another folder.',
    { cause: error },
  );
}
