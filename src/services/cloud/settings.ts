import type { CloudContext } from './call.ts'

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

const SETTINGS = 'settings'

/** Stores the settings of the seed. */
export function setSettings({ store }: Pick<CloudContext, 'store'>, settings: Settings): void {
  store.setValue(SETTINGS, settings)
}

/** Returns the settings of the seed. */
export function settingsOf({ store }: Pick<CloudContext, 'store'>): Settings {
  const settings = store.value<Settings>(SETTINGS)
  if (settings === undefined) throw new Error('cloud has no settings: its seed was not applied')
  return settings
}

/**
 * Returns whether unsigned requests and unknown access keys are refused. `enforce_iam` implies it, because policies
 * would have no effect if such requests acted as root.
 */
export function isStrict({ strictAuth, enforceIam }: Settings): boolean {
  return strictAuth || enforceIam
}
