/** The operations of the vendor that would be matched by a route with parameters if they were not listed here. */
export const unimplemented: readonly string[] = [
  'GET /user/codespaces',
  'GET /user/marketplace_purchases',
  'GET /user/migrations',
  // Clients request it in place of the vendor's `/rules/branches/:branch`.
  'GET /repos/:owner/:repo/branches/*/rules',
]
