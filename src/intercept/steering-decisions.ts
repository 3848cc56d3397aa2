import type { Answerer } from './layer.ts'
import type { RecordedRefusal } from './refused-call.ts'

/** The decisions that the steering server asks for. */
export interface SteeringDecisions {
  /** Returns whether some instance answers for a host, whatever the path. */
  has(host: string): boolean
  /** Returns the instance that answers for a host and path; null when none does. */
  find(host: string, path: string, tenant?: string | null): Answerer | null
  /** Returns every instance that answers for the root of a host, whatever the tenant. */
  all(host: string): readonly Answerer[]
  /** Returns the reason why a call to a host is refused when it names no tenant; null where it may. */
  withoutTenant(host: string): string | null
  /** Returns whether a connection to a host may leave the machine. */
  mayLeave(host: string, port: number): boolean
  /** Returns the URL of the page that requested a URL; null for a request that no page was seen to make. */
  pageOf(method: string, origin: string, path: string): string | null
  /** Records a refused call. */
  record(refusal: RecordedRefusal): void
  /** Called for every connection, before the server answers it. */
  connected(): void
}
