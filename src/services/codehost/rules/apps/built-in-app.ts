/**
 * The id of the built-in app, which owns everything that no other app created and has no record. The id is the
 * vendor's.
 */
export const BUILT_IN_APP_ID = 15_368
