/**
 * True when the path is not part of the vendor's API: the inbox, and the pages and files that answers and emails link
 * to. These need no key.
 */
export function isOutsideApi(path: string): boolean {
  return /^\/(?:inbox|files|unsubscribe)(?:\/|$)/.test(path)
}
