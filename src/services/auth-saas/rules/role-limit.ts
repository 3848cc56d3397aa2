/** The number of roles that an instance can have. */
export const MOST_ROLES = 10
