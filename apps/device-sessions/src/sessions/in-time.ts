/** @throws Error when the work takes longer, which goes on: its outcome is ignored. */
export async function inTime(work: Promise<void>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`This took longer than ${timeoutMs} ms.`));
    timer = setTimeout(fail, timeoutMs);
  });
  await Promise.race([work, overdue]).finally(() => clearTimeout(timer));
}
