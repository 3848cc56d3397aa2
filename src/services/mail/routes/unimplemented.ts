/** The operations of the vendor that would be matched by a route with parameters if they were not listed here. */
export const unimplemented: readonly string[] = ['GET /emails/metrics']
