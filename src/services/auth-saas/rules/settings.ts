import type { Rows } from '#auth-saas/call.ts'
import type { Settings } from '#auth-saas/schema/instance.ts'

/** Returns the settings of the instance, which every seed sets. */
export function settingsOf(rows: Rows): Settings {
  const settings = rows.settings.get()
  if (settings === undefined) throw new Error('auth-saas: the settings are not seeded')
  return settings
}

/** Changes settings of the instance, and returns all. */
export function changeSettings(rows: Rows, changes: Partial<Settings>): Settings {
  const settings = { ...settingsOf(rows), ...changes }
  rows.settings.set(settings)
  return settings
}
