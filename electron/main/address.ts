/** The one origin of the product: `proviso://app/…`. The page, its documents and pdf.js data all live on it. */
export const SCHEME = 'proviso';
export const HOST = 'app';
export const START_PAGE = `${SCHEME}://${HOST}/index.html`;

/** True for addresses of the product itself. Anything that does not parse is foreign. */
export function isOwnAddress(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    url.protocol === `${SCHEME}:` &&
    url.host === HOST &&
    url.username === '' &&
    url.password === '' &&
    url.port === ''
  );
}
