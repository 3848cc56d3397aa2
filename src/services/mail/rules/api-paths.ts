/**
 * True when the path is not part of the vendor's API: the inbox, and the pages, files and pixels that answers and
 * emails link to. These need no key.
 */
export function isOutsideApi(path: string): boolean {
  return /^\/(?:inbox|files|unsubscribe|CL0|CI0)(?:\/|$)/.test(path)
}

/** True for the path of a tracking pixel. */
export function isPixel(path: string): boolean {
  return /^\/CI0\/[^/]+\/[^/]+$/.test(path)
}
