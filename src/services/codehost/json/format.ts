/** ISO 8601 in UTC without fractions of a second, as every time of the API is. */
export function time(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19)}Z`
}

/** As {@link time}; null stays null. */
export function timeOrNull(at: number | null): string | null {
  return at === null ? null : time(at)
}

/**
 * A global node id: a prefix that names the type, and the type and id in base64, opaque to clients.
 * https://docs.github.com/graphql/guides/using-global-node-ids
 */
export function nodeId(prefix: string, id: number | string): string {
  return `${prefix}_${Buffer.from(`0:${prefix}${id}`).toString('base64url')}`
}
