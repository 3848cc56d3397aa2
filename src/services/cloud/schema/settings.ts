import { sequence, value } from '#core/store.ts'

/** The settings that a seed makes for the whole instance. */
export interface Settings {
  /** The region of resources that are created without a location. */
  readonly region: string
  /** The account that is used without another: twelve digits. */
  readonly accountId: string
  /** True when unsigned requests and unknown access keys are refused. */
  readonly strictAuth: boolean
  /** True when policies decide what a principal may do. */
  readonly enforceIam: boolean
}

/** The values and sequences of the whole instance. */
export const settingCollections = {
  /** Set by every seed. */
  settings: value<Settings>(),
  /** Counts the requests, for their ids. */
  requestNumbers: sequence(),
}
