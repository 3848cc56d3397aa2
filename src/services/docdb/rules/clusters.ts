import type { DataContext, DocdbContext } from '#docdb/call.ts'
import type { Cluster } from '#docdb/schema/admin.ts'
import { dropCollection } from '#docdb/storage/catalog.ts'

type WithRows = Pick<DocdbContext, 'rows'>

/**
 * The place of the data that drivers find: that of the first cluster, and of the one that is there when none is seeded.
 */
const MAIN = ''

/** Returns the place of the data of a cluster. */
export function placeOf({ rows }: WithRows, { id }: Pick<Cluster, 'id'>): string {
  return rows.mainCluster.get() === id ? MAIN : id
}

/** Returns the cluster whose data is in a place; undefined where there is none. */
export function clusterAt(context: WithRows, place: string): Cluster | undefined {
  return context.rows.clusters.all().find((each) => placeOf(context, each) === place)
}

/** Returns the place of the data that a driver finds. */
export function mainPlace({ rows }: WithRows): string {
  const main = rows.mainCluster.get()
  if (main === '' || rows.clusters.get(main) !== undefined) return MAIN
  // The first cluster is deleted: the next one takes over.
  return rows.clusters.all()[0]?.id ?? MAIN
}

/**
 * Returns the place of the data of the cluster with a name; undefined when there is none. Without clusters, every name
 * stands for the main one.
 */
export function placeNamed(context: WithRows, name: string): string | undefined {
  const found = context.rows.clusters.all().find((each) => each.name === name)
  if (found !== undefined) return placeOf(context, found)
  return context.rows.clusters.size === 0 ? MAIN : undefined
}

/** Lets the first cluster have the data that drivers find. To be called for every new cluster. */
export function noteCluster({ rows }: WithRows, { id }: Cluster): void {
  if (rows.mainCluster.get() === '') rows.mainCluster.set(id)
}

/** Removes the data of a cluster that is deleted. */
export function dropClusterData(context: DataContext, cluster: Cluster): void {
  for (const row of context.rows.collections.list('database', placeOf(context, cluster))) dropCollection(context, row)
}
