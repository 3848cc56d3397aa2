/** The mechanisms by which users sign in, which a user has when a client names none. */
export const MECHANISMS = ['SCRAM-SHA-1', 'SCRAM-SHA-256'] as const

/** A way to sign in: SCRAM with one of two hashes. */
export type Mechanism = (typeof MECHANISMS)[number]
