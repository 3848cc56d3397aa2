import type { DocdbCall } from '#docdb/call.ts'

/** A link to a resource. */
export interface Link {
  readonly href: string
  readonly rel: string
}

/** Writes the links of a resource whose path follows `/api/atlas/v2`. */
export function selfLinksJson(call: Pick<DocdbCall, 'base'>, path: string): readonly Link[] {
  return [{ href: `${call.base}/api/atlas/v2${path}`, rel: 'self' }]
}
