import type { CloudContext } from './call.ts'

/** What a seed fixes for the whole account. */
export interface Settings {
  /** Where what is created without a location is. */
  readonly region: string
  /** Twelve digits. */
  readonly accountId: string
  /** Whether only known access keys work, and unsigned requests do not. */
  readonly strictAuth: boolean
  /** Whether policies decide. */
  readonly enforceIam: boolean
}

const SETTINGS = 'settings'

/** Keeps what the seed fixes. */
export function setSettings({ store }: Pick<CloudContext, 'store'>, settings: Settings): void {
  store.setValue(SETTINGS, settings)
}

/** What the seed fixed. */
export function settingsOf({ store }: Pick<CloudContext, 'store'>): Settings {
  const settings = store.value<Settings>(SETTINGS)
  if (settings === undefined) throw new Error('cloud has no settings: its seed was not applied')
  return settings
}

/** Whether strangers and unknown access keys are refused. Policies that decide would mean nothing if anybody were root. */
export function isStrict({ strictAuth, enforceIam }: Settings): boolean {
  return strictAuth || enforceIam
}
