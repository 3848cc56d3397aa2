import { DAY, MINUTE } from '#core/duration.ts'
import type { RecordContext } from '#oidc-d/call.ts'
import type { Factor, OneTimeToken, OneTimeUse, User } from '#oidc-d/schema.ts'

/** The lifetimes of one-time tokens. https://developer.okta.com/docs/reference/api/authn/ */
const LIFETIMES: Readonly<Record<OneTimeUse, number>> = {
  activation: 7 * DAY,
  recovery: DAY,
  state: 5 * MINUTE,
  session: 5 * MINUTE,
}

/** The further members of a new token. */
export interface OneTimeOptions extends Pick<OneTimeToken, 'factorId' | 'deviceToken' | 'recovery'> {
  /** In milliseconds. Default: that of its use */
  readonly lifetime?: number
}

/** Creates a one-time token of a user. It invalidates the user's earlier tokens for activation and recovery. */
export function createOneTimeToken(
  context: RecordContext,
  use: OneTimeUse,
  user: User,
  status: string | null = null,
  { lifetime = LIFETIMES[use], ...more }: OneTimeOptions = {},
): OneTimeToken {
  const { rows, clock, ids } = context
  if (use === 'activation' || use === 'recovery') endOneTimeTokens(context, user.id, use)
  const id =
    use === 'session'
      ? `20111${ids.secret.base62(37)}`
      : use === 'state'
        ? `00${ids.secret.base62(40)}`
        : ids.secret.base62(20)
  return rows.oneTimeTokens.insert({
    id,
    use,
    userId: user.id,
    status,
    expiresAt: clock.now() + lifetime,
    ...more,
  })
}

/** Leads a sign-in into another state, about a factor or none, and lets it live on from now. */
export function changeState(
  { rows, clock }: RecordContext,
  token: OneTimeToken,
  status: string,
  factor: Pick<Factor, 'id'> | null,
): OneTimeToken {
  const expiresAt = clock.now() + LIFETIMES.state
  return rows.oneTimeTokens.update(token.id, { status, factorId: factor?.id ?? null, expiresAt })
}

/** Returns the valid token of this use, or undefined. It does not use the token up: the caller deletes it. */
export function findOneTimeToken(
  { rows, clock }: RecordContext,
  use: OneTimeUse,
  id: string,
): OneTimeToken | undefined {
  const token = rows.oneTimeTokens.get(id)
  return token?.use === use && token.expiresAt > clock.now() ? token : undefined
}

/** Deletes the one-time tokens of a user, of one use or of all. */
export function endOneTimeTokens({ rows }: Pick<RecordContext, 'rows'>, userId: string, use?: OneTimeUse): void {
  for (const token of rows.oneTimeTokens.referring('userId', userId)) {
    if (use === undefined || token.use === use) rows.oneTimeTokens.delete(token.id)
  }
}
