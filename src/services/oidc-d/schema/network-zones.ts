import { collection } from '#core/store.ts'
import type { JsonObject } from './directory.ts'

/** A set of addresses or places that rules of policies name. */
export interface NetworkZone {
  readonly id: string
  readonly type: 'IP' | 'DYNAMIC' | 'DYNAMIC_V2'
  readonly name: string
  readonly status: 'ACTIVE' | 'INACTIVE'
  /** Requests from a zone of the usage BLOCKLIST are refused. */
  readonly usage: 'POLICY' | 'BLOCKLIST'
  /** True for the zones that always exist. */
  readonly system: boolean
  /** The members that only zones of the type have, in the vendor's form. */
  readonly members: JsonObject
  readonly created: number
  readonly lastUpdated: number
}

/** The collection of network zones. */
export const networkZoneCollections = {
  networkZones: collection<NetworkZone>()({ unique: { name: ['name'] }, indexes: { all: [] } }),
}
