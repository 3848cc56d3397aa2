/** The operations of the vendor that would be matched by a route with parameters if they were not listed here. */
export const unimplemented: readonly string[] = [
  'GET /api/v1/meta/schemas/user/linkedObjects',
  'POST /api/v1/meta/schemas/user/linkedObjects',
]
