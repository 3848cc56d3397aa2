import type { Document, ObjectId } from '#docdb/values/value.ts'

/** The replica set as one of its members sees it. */
export interface ReplicaSetView {
  /** The hosts and ports of the members. */
  readonly hosts: readonly string[]
  /** The place among them of the member that the driver is connected to. */
  readonly member: number
  /** The place of the primary; null during an election. */
  readonly primary: number | null
  /** The number of the latest election. */
  readonly term: number
  /** The version of all this, by which drivers tell an old answer from a new one. */
  readonly topologyVersion: Document
  /** The id of the server behind a load balancer; null for a connection that is to none. */
  readonly serviceId: ObjectId | null
}

/** The set of a command that no driver has sent: its only member is the primary. */
export const NO_SET: ReplicaSetView = {
  hosts: [''],
  member: 0,
  primary: 0,
  term: 1,
  topologyVersion: {},
  serviceId: null,
}
