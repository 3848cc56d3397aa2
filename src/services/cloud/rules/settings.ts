import type { CloudContext } from '#cloud/call.ts'
import type { Settings } from '#cloud/schema/settings.ts'

export type { Settings } from '#cloud/schema/settings.ts'

/** Stores the settings of the seed. */
export function setSettings({ rows }: Pick<CloudContext, 'rows'>, settings: Settings): void {
  rows.settings.set(settings)
}

/** Returns the settings of the seed. */
export function settingsOf({ rows }: Pick<CloudContext, 'rows'>): Settings {
  const settings = rows.settings.get()
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
