/** The path below which the console is, as browsers see it: the gateway writes it into the page. */
export const basePath = new URL(document.baseURI).pathname;

/** The hosted page at a path of the gateway, such as `sign-in`. */
export function hostedPage(path: string): string {
  return new URL(`../${path}`, document.baseURI).href;
}

/** The sign-in page, which leads to a page of the console afterwards. */
export function signInAddressFor(page: string): string {
  const { pathname, search } = new URL(page);
  return `${hostedPage('sign-in')}?return_to=${encodeURIComponent(pathname + search)}`;
}
