/** Whether whoever asks is a browser that shows what it gets: only those name HTML. */
export function wantsPage(accept = ''): boolean {
  return accept.split(',').some((range) => range.split(';')[0]!.trim().toLowerCase() === 'text/html');
}
