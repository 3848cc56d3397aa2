/** The versions of the API, newest first: https://docs.github.com/rest/about-the-rest-api/api-versions */
export const API_VERSIONS: readonly string[] = ['2026-03-10', '2022-11-28']

/** The version for a client that names none. */
export const DEFAULT_API_VERSION = '2022-11-28'
