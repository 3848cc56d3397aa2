import type { DocdbCall } from '#docdb/call.ts'

/** The date of the first version of the API. */
export const FIRST = '2023-01-01'

/**
 * The dates at which operations have changed, from the newest; an operation that is not listed has its first version
 * only. https://www.mongodb.com/docs/api/doc/atlas-admin-api-v2/changes
 */
const VERSIONS: Readonly<Record<string, readonly string[]>> = {
  listClusters: ['2024-08-05', '2023-02-01'],
  createCluster: ['2024-10-23', '2024-08-05', '2023-02-01'],
  getCluster: ['2024-08-05', '2023-02-01'],
  updateCluster: ['2024-10-23', '2024-08-05', '2023-02-01'],
  deleteCluster: ['2023-02-01'],
  getProcessArgs: ['2024-08-05'],
  updateProcessArgs: ['2024-08-05'],
}

/** The date from which clusters list each shard by itself. */
const SHARDS_LISTED = '2024-08-05'

/**
 * Returns the version of the operation that answers a request: the newest that is not after the date in its Accept
 * header.
 */
function versionOf(call: DocdbCall): string {
  const versions = [...(VERSIONS[call.operation ?? ''] ?? []), FIRST]
  const date = requestedDate(call)
  return date === null ? (versions[0] ?? FIRST) : (versions.find((each) => each <= date) ?? FIRST)
}

/** Returns the media type of an answer. A client that names no version gets the newest, as plain JSON. */
export function mediaType(call: DocdbCall): string {
  const type = requestedType(call) === null || call.operation === null ? 'json' : `vnd.atlas.${versionOf(call)}+json`
  return `application/${type};charset=utf-8`
}

/** Returns whether the client gets a cluster's shards one by one, as since 2024. */
export function listsShards(call: DocdbCall): boolean {
  return versionOf(call) >= SHARDS_LISTED
}

function requestedDate(call: DocdbCall): string | null {
  const type = requestedType(call)
  return type !== null && /^\d{4}-\d\d-\d\d$/.test(type) ? type : null
}

/** Returns the version in the Accept header, as it is written; null when the header names none. */
export function requestedType(call: DocdbCall): string | null {
  return /application\/vnd\.atlas\.([^+;,\s]*)\+json/i.exec(call.header('accept') ?? '')?.[1] ?? null
}
