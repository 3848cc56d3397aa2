import { sequence, value } from '#core/store.ts'

/** The settings that a seed makes for the whole account. */
export interface Settings {
  /** The region of resources that are created without a location. */
  readonly region: string
  /** Twelve digits. */
  readonly accountId: string
  /** True when unsigned requests and unknown access keys are refused. */
  readonly strictAuth: boolean
  /** True when policies decide what a principal may do. */
  readonly enforceIam: boolean
}

/** The values and sequences of the whole account. */
export const settingCollections = {
  /** Set by every seed. */
  settings: value<Settings>(),
  accountAlias: value<string>(),
  /** Counts the requests, for their ids. */
  requestNumbers: sequence(),
}
