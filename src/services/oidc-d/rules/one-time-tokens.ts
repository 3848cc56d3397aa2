import type { Work } from '../call.ts'
import type { OneTimeToken, OneTimeUse, User } from '../schema.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** How long each is good. https://developer.okta.com/docs/reference/api/authn/ */
const LIFETIMES: Readonly<Record<OneTimeUse, number>> = {
  activation: 7 * DAY,
  recovery: DAY,
  state: 5 * MINUTE,
  session: 5 * MINUTE,
}

/** Gives a user a token of this use; the ones for activation and recovery that they had are no longer good. */
export function createOneTimeToken(
  work: Work,
  use: OneTimeUse,
  user: User,
  status: string | null = null,
): OneTimeToken {
  const { rows, clock, ids } = work
  if (use === 'activation' || use === 'recovery') endOneTimeTokens(work, user.id, use)
  const id =
    use === 'session'
      ? `20111${ids.secret.base62(37)}`
      : use === 'state'
        ? `00${ids.secret.base62(40)}`
        : ids.secret.base62(20)
  return rows.oneTimeTokens.insert({ id, use, userId: user.id, status, expiresAt: clock.now() + LIFETIMES[use] })
}

/** The token of this use that is good now, or undefined. It stays: whoever uses it up deletes it. */
export function findOneTimeToken({ rows, clock }: Work, use: OneTimeUse, id: string): OneTimeToken | undefined {
  const token = rows.oneTimeTokens.get(id)
  return token?.use === use && token.expiresAt > clock.now() ? token : undefined
}

/** Ends the tokens that a user has, of one use or of all. */
export function endOneTimeTokens({ rows }: Pick<Work, 'rows'>, userId: string, use?: OneTimeUse): void {
  for (const token of rows.oneTimeTokens.referring('userId', userId)) {
    if (use === undefined || token.use === use) rows.oneTimeTokens.delete(token.id)
  }
}
