/** The versions of the API that backlot speaks, oldest first. https://docs.stripe.com/changelog */
export const API_VERSIONS = [
  '2020-08-27',
  '2022-08-01',
  '2022-11-15',
  '2023-08-16',
  '2023-10-16',
  '2024-04-10',
  '2024-06-20',
  '2024-09-30.acacia',
  '2024-10-28.acacia',
  '2024-11-20.acacia',
  '2024-12-18.acacia',
  '2025-01-27.acacia',
  '2025-02-24.acacia',
  '2025-03-31.basil',
  '2025-04-30.basil',
  '2025-05-28.basil',
  '2025-06-30.basil',
  '2025-07-30.basil',
  '2025-08-27.basil',
  '2025-09-30.clover',
  '2025-10-29.clover',
  '2025-11-17.clover',
  '2025-12-15.clover',
  '2026-01-28.clover',
  '2026-02-25.clover',
  '2026-03-25.dahlia',
  '2026-04-22.dahlia',
  '2026-05-27.dahlia',
  '2026-06-24.dahlia',
  '2026-07-29.dahlia',
  '2026-08-26.dahlia',
  '2026-09-30.endive',
  '2026-10-28.endive',
] as const

/** A version of the API. Versions compare as texts: a later one is the greater. */
export type ApiVersion = (typeof API_VERSIONS)[number]

/** The newest version, in which everything is written first. */
export const API_VERSION = '2026-10-28.endive' satisfies ApiVersion

const LENGTH_OF_DATE = '2020-08-27'.length

/**
 * Returns the version that a text names; undefined for one that backlot does not speak. A preview
 * (`2025-08-27.preview`) is the version of its date, and the features that a client switches on (`2025-03-31.basil;
 * some_beta=v1`) change nothing.
 */
export function apiVersionNamed(text: string): ApiVersion | undefined {
  const [named = ''] = text.split(';')
  const name = named.trim()
  const exact = API_VERSIONS.find((version) => version === name)
  if (exact !== undefined || !name.endsWith('.preview')) return exact
  return API_VERSIONS.find((version) => version.slice(0, LENGTH_OF_DATE) === name.slice(0, -'.preview'.length))
}
