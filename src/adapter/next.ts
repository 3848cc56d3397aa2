// Next's compiler writes values of next.config in place of `process.env` and these members, in the code of every route.
// https://github.com/vercel/next.js/blob/canary/packages/next/src/build/define-env.ts

/**
 * Returns the `basePath` of the Next application that this module is bundled in, which the URL of a route's request
 * lacks; empty elsewhere.
 */
export function nextBasePath(): string {
  return process.env['__NEXT_BASE_PATH'] ?? ''
}

/** Returns true where Next redirects paths by whether they end in a slash, before any route is called. */
export function redirectsSlashes(): boolean {
  if (process.env['__NEXT_TRAILING_SLASH'] === undefined) return false
  return (process.env['__NEXT_MANUAL_TRAILING_SLASH'] ?? '') === ''
}

/**
 * Returns the scheme of the server of Next in this process, which sets this variable when it starts: `https://`; null
 * elsewhere. The URL of a route's request has the scheme of x-forwarded-proto.
 */
export function nextScheme(): string | null {
  return /^https?:\/\//.exec(process.env['__NEXT_PRIVATE_ORIGIN'] ?? '')?.[0] ?? null
}
