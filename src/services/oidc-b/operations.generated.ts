// Written by npm run generate from the routes of the service. Do not edit.

/** The ids of the operations. */
export const operations: readonly string[] = [
  'discovery',
  'keys',
  'authorize',
  'authorize/answer',
  'token',
  'revoke',
  'appleid.auth.js',
]
