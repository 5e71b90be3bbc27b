/** The path below which the console is, as browsers see it: the gateway writes it into the page. */
export const basePath = new URL(document.baseURI).pathname;

/** The hosted page at a path of the gateway, such as `sign-in`. */
export function hostedPage(path: string): string {
  return new URL(`../${path}`, document.baseURI).href;
}

/** The page on which a person chooses another of their accounts, which leads to a page of the console afterwards. */
export function accountsAddressFor(page: string): string {
  return `${hostedPage('sign-in/account')}?return_to=${encodeURIComponent(new URL(page).pathname)}`;
}

/** The sign-in page, which leads to a page of the console afterwards. */
export function signInAddressFor(page: string): string {
  const { pathname, search } = new URL(page);
  return `${hostedPage('sign-in')}?return_to=${encodeURIComponent(pathname + search)}`;
}
