import type { PaymentsContext } from '#payments/call.ts'
import type { RawHash } from '#payments/protocol/form.ts'
import type { Resource } from '#payments/protocol/resource.ts'
import type { ApiVersion } from '#payments/schema/api-versions.ts'

/** The members of an object of the API. */
export type Members = Readonly<Record<string, unknown>>

/** Writes an object of one kind as the version before the change has it. */
export type ObjectTransform = (object: Members, context: PaymentsContext) => Members

/** Writes the parameters of one operation, which are those of the version before the change, as the change has them. */
export type ParamsTransform = (params: RawHash, context: PaymentsContext) => RawHash

/** One dated change of the API, and the way back to the version before it. https://docs.stripe.com/changelog */
export interface VersionChange {
  /** The first version that has the change. */
  readonly version: ApiVersion
  /** The members that objects have only since then, by kind, as paths: `automatic_tax.provider`. */
  readonly added?: Readonly<Record<string, readonly string[]>>
  /** The way back for objects, by kind. The objects inside of an object are those of the newest version. */
  readonly objects?: Readonly<Record<string, ObjectTransform>>
  /** The way forward for parameters, by operation. */
  readonly requests?: Readonly<Record<string, ParamsTransform>>
  /** The members that only the versions before have and that `expand` takes, by kind. */
  readonly expandable?: Readonly<Record<string, Resource['expandable']>>
}
