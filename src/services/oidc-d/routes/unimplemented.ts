/** The operations of the vendor that would be matched by a route with parameters if they were not listed here. */
export const unimplemented: readonly string[] = [
  'DELETE /api/v1/sessions/me',
  'GET /api/v1/sessions/me',
  'POST /api/v1/sessions/me/lifecycle/refresh',
]
