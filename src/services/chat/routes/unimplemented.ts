/** The vendor's operations that are not implemented, which the route of unknown methods would match. */
export const unimplemented: readonly string[] = []
