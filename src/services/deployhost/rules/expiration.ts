import { defined } from '#core/objects.ts'

/** How long deployments may be kept, and the number of days that it stands for. */
const DAYS = {
  '3y': 1095,
  '2y': 730,
  '1y': 365,
  '6m': 180,
  '3m': 90,
  '2m': 60,
  '1m': 30,
  '2w': 14,
  '1w': 7,
  '1d': 1,
  unlimited: 36_500,
} as const

/** The name of a time for which deployments may be kept. https://vercel.com/docs/deployment-retention */
export type ExpirationPeriod = keyof typeof DAYS

/** The names of the times for which deployments may be kept. */
export const EXPIRATION_PERIODS = Object.keys(DAYS) as ExpirationPeriod[] // the keys of the table

/** How long the deployments of a project or of a team's new projects are kept, in days. */
export interface ExpirationDays {
  readonly expirationDays: number
  readonly expirationDaysProduction: number
  readonly expirationDaysCanceled: number
  readonly expirationDaysErrored: number
  readonly deploymentsToKeep: number
}

/** The names of such times, as requests have them. */
export interface ExpirationInput {
  readonly expiration?: ExpirationPeriod | undefined
  readonly expirationProduction?: ExpirationPeriod | undefined
  readonly expirationCanceled?: ExpirationPeriod | undefined
  readonly expirationErrored?: ExpirationPeriod | undefined
}

/** The times of projects whose account has set none. https://vercel.com/docs/deployment-retention */
export const DEFAULT_EXPIRATION: ExpirationDays = {
  expirationDays: 30,
  expirationDaysProduction: 365,
  expirationDaysCanceled: 30,
  expirationDaysErrored: 7,
  deploymentsToKeep: 10,
}

/** Returns the times after a request has changed some of them. */
export function changedExpiration(before: ExpirationDays, input: ExpirationInput): ExpirationDays {
  const { expiration, expirationProduction, expirationCanceled, expirationErrored } = input
  const changes = defined({
    expirationDays: expiration && DAYS[expiration],
    expirationDaysProduction: expirationProduction && DAYS[expirationProduction],
    expirationDaysCanceled: expirationCanceled && DAYS[expirationCanceled],
    expirationDaysErrored: expirationErrored && DAYS[expirationErrored],
  })
  return { ...before, ...changes }
}

/** Returns the times in settings of a project or a team; null when none are set. */
export function expirationIn(settings: Readonly<Record<string, unknown>>, name: string): ExpirationDays | null {
  const stored = settings[name]
  return stored === undefined ? null : (stored as ExpirationDays) // only `changedExpiration` makes them
}

/** Returns the name of a number of days. */
export function periodOf(days: number): ExpirationPeriod {
  return EXPIRATION_PERIODS.find((period) => DAYS[period] === days) ?? 'unlimited'
}
