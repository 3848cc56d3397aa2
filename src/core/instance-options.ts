import type { Moment } from './duration.ts'
import type { SharedSeed } from './service.ts'
import type { VendorHost } from './vendor-hosts.ts'

/** A validated seed, and the options that stay the same for the life of an instance. */
export interface InstanceOptions {
  /** The service's section of the seed, as its schema returned it. */
  section: unknown
  shared: SharedSeed
  /** The moment at which the clock starts and stands still; absent: the clock follows the wall clock. */
  now?: Moment
  /** Hosts beside the loopback addresses that may receive webhooks. */
  allowWebhookHosts?: readonly string[]
  /**
   * The vendor's hosts that the instance answers for, and that its answers advertise. Absent: it answers for its own
   * address only.
   */
  vendorHosts?: readonly VendorHost[]
  /** Host names beside those of this machine that a Host header may name. */
  acceptedHostnames?: readonly string[]
  /**
   * The token that the control plane requires, for an instance that is open to the network. Absent: it requires none.
   */
  controlToken?: string
  /** How many snapshots of other processes the instance holds; the oldest are dropped. Default: 100 */
  snapshotLimit?: number
  /** Origins beside those of this machine whose pages may send requests: `https://app.test`. */
  allowOrigins?: readonly string[]
}
