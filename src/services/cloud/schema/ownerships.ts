/** The settings of Object Ownership. */
export const OWNERSHIPS = ['BucketOwnerPreferred', 'ObjectWriter', 'BucketOwnerEnforced'] as const
