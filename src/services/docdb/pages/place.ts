import type { DocdbContext } from '#docdb/call.ts'
import { mainPlace, placeOf } from '#docdb/rules/clusters.ts'
import type { Cluster } from '#docdb/schema/admin.ts'

/** The part of the databases that a page shows, as its address says it. */
export interface Place {
  /** The id of a project. */
  readonly project?: string | undefined
  /** The id of a cluster; `main` for the one that drivers find when there is none. */
  readonly cluster?: string | undefined
  readonly database?: string | undefined
  readonly collection?: string | undefined
  /** The `_id` of a document in canonical Extended JSON. */
  readonly document?: string | undefined
  /** The filter and the sort as the person has written them. */
  readonly filter?: string | undefined
  readonly sort?: string | undefined
  /** The number of the page of documents, from 1. */
  readonly page?: string | undefined
  /** `ejson` for canonical Extended JSON; absent: the form of the shell. */
  readonly as?: string | undefined
  /** The change that the page confirms. */
  readonly notice?: string | undefined
}

/** The name in addresses of the cluster that drivers find although none was made. */
const MAIN_CLUSTER = 'main'

const NAMES = [
  'project',
  'cluster',
  'database',
  'collection',
  'document',
  'filter',
  'sort',
  'page',
  'as',
  'notice',
] as const satisfies readonly (keyof Place)[]

/** Reads the place from a query. An empty parameter, as an empty field of a form sends it, is none. */
export function readPlace(query: URLSearchParams): Place {
  return Object.fromEntries(NAMES.map((name) => [name, query.get(name) || undefined]))
}

/** Returns the address of a place, below the mount path. */
export function placeUrl(mountPath: string, place: Place): string {
  const query = new URLSearchParams()
  for (const name of NAMES) if (place[name] !== undefined) query.set(name, place[name])
  return query.size === 0 ? `${mountPath}/` : `${mountPath}/?${query}`
}

/** A cluster as pages show it. */
export interface ShownCluster {
  /** Its name in addresses. */
  readonly key: string
  readonly name: string
  /** The place of its data. */
  readonly clusterId: string
  /** Null for the one that drivers find although none was made. */
  readonly row: Cluster | null
}

/** Returns the clusters of an instance; there is always one. */
export function shownClusters(context: Pick<DocdbContext, 'rows'>): ShownCluster[] {
  const rows = context.rows.clusters.all()
  if (rows.length === 0) {
    return [{ key: MAIN_CLUSTER, name: 'The cluster of the drivers', clusterId: mainPlace(context), row: null }]
  }
  return rows.map((row) => ({ key: row.id, name: row.name, clusterId: placeOf(context, row), row }))
}
