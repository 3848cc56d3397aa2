/**
 * Returns the path of a base URL, without a slash at the end: `/emulate/codehost` of
 * `https://app.test/emulate/codehost`. Empty for a URL that is only an origin, and for text that is no URL.
 */
export function mountPathOf(base: string): string {
  return URL.canParse(base) ? new URL(base).pathname.replace(/\/+$/, '') : ''
}

/** Returns the path of a URL as its instance sees it: without the mount path of the instance's base URL. */
export function pathBelow(base: string, url: string): string {
  const mountPath = mountPathOf(base)
  const { pathname } = new URL(url, base)
  return pathname.startsWith(`${mountPath}/`) ? pathname.slice(mountPath.length) : pathname
}
