import type { AuthContext } from '#auth-saas/call.ts'
import { notFound } from '#auth-saas/errors.ts'
import type { ApiKey } from '#auth-saas/schema/instance.ts'
import type { Metadata } from '#auth-saas/schema/people.ts'
import { commonFields } from './common-fields.ts'

/** The fields of a new API key that its maker chooses. */
export interface ApiKeyInput {
  readonly name: string
  readonly description: string | null
  /** The id of a user or of an organization. */
  readonly subject: string
  readonly scopes: readonly string[]
  readonly claims: Metadata | null
  readonly createdBy: string | null
  /** Null: it does not expire. */
  readonly secondsUntilExpiration: number | null
}

/**
 * Makes an API key of a user or an organization.
 *
 * @throws 404 for a subject that is neither.
 */
export function addApiKey(context: AuthContext, input: ApiKeyInput): ApiKey {
  const { rows, ids, clock } = context
  const { secondsUntilExpiration: seconds, subject, ...fields } = input
  if (rows.users.get(subject) === undefined && rows.organizations.get(subject) === undefined) {
    throw notFound(`No user or organization was found with id ${subject}`)
  }
  return rows.apiKeys.insert({
    ...commonFields(context, 'ak', `ak_${ids.hex(32)}`),
    ...fields,
    subject,
    secret: `ak_${ids.secret.base62(48)}`,
    revoked: false,
    revocationReason: null,
    expiresAt: seconds === null ? null : clock.now() + seconds * 1000,
    lastUsedAt: null,
  })
}

/** Returns true for a key that is neither revoked nor expired. */
export function isUsableKey({ clock }: Pick<AuthContext, 'clock'>, { revoked, expiresAt }: ApiKey): boolean {
  return !revoked && (expiresAt === null || expiresAt > clock.now())
}

/** The parts of a search for API keys. */
export interface ApiKeySearch {
  readonly subject: string
  /** A part of the name, or the id. */
  readonly query: string
  readonly includeInvalid: boolean
}

/** Returns whether a search finds a key. */
export function isFoundKey(context: Pick<AuthContext, 'clock'>, row: ApiKey, search: ApiKeySearch): boolean {
  return (
    row.subject === search.subject &&
    (search.includeInvalid || isUsableKey(context, row)) &&
    (row.name.toLowerCase().includes(search.query.toLowerCase()) || row.id === search.query)
  )
}
