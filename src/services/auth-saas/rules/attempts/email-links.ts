import type { AuthContext, RequestContext } from '#auth-saas/call.ts'
import type { EmailLink } from '#auth-saas/schema/attempts.ts'
import { sendMessage } from '../messages.ts'
import { passFirst } from './sign-in-attempts.ts'
import { succeeded } from './verifications.ts'
import { completeIfReady } from './sign-up-attempts.ts'
import { updateUser, verifyEmailAddress } from '../users/users.ts'

/** How long a link is valid: ten minutes, in milliseconds. */
const LINK_LIFETIME = 600_000

/** The members of a new link. */
interface NewLink extends Pick<EmailLink, 'kind' | 'recordId' | 'redirectUrl'> {
  /** The address. */
  readonly to: string
}

/**
 * Sends an e-mail with a link that verifies its address.
 * https://clerk.com/docs/guides/development/custom-flows/authentication/email-links
 */
export function sendLink(context: AuthContext, { to, kind, recordId, redirectUrl }: NewLink): void {
  const { rows, clock, ids, origin } = context
  const { id } = rows.emailLinks.insert({
    id: ids.secret.base62(48),
    kind,
    recordId,
    redirectUrl,
    expiresAt: clock.now() + LINK_LIFETIME,
    used: false,
  })
  sendMessage(context, {
    channel: 'email',
    to,
    slug:
      kind === 'sign-in' ? 'magic_link_sign_in' : kind === 'sign-up' ? 'magic_link_sign_up' : 'magic_link_user_profile',
    subject: 'Your link to sign in',
    body: 'Open the link to verify this address.',
    url: `${origin}/v1/verify?token=${id}`,
  })
}

/** The outcome of a link, as the vendor names it in the parameter `__clerk_status` of the application's page. */
export interface LinkOutcome {
  readonly status: 'verified' | 'expired' | 'failed'
  /** The session that the link has begun; null for none. */
  readonly createdSessionId: string | null
}

/** Verifies the address to which an opened link was sent. A link works once. */
export function followLink(context: RequestContext, link: EmailLink): LinkOutcome {
  const { rows, clock } = context
  if (link.used) return { status: 'failed', createdSessionId: null }
  if (link.expiresAt <= clock.now()) return { status: 'expired', createdSessionId: null }
  rows.emailLinks.update(link.id, { used: true })
  return OUTCOMES[link.kind](context, link.recordId)
}

const FAILED: LinkOutcome = { status: 'failed', createdSessionId: null }

const OUTCOMES: Readonly<Record<EmailLink['kind'], (context: RequestContext, id: string) => LinkOutcome>> = {
  'sign-in'(context, id) {
    const attempt = context.rows.signIns.get(id)
    if (attempt?.firstFactor?.strategy !== 'email_link' || attempt.status !== 'needs_first_factor') return FAILED
    return { status: 'verified', createdSessionId: passFirst(context, attempt, 'email_link').createdSessionId }
  },
  'sign-up'(context, id) {
    const attempt = context.rows.signUps.get(id)
    if (attempt?.emailVerification?.strategy !== 'email_link' || attempt.status === 'complete') return FAILED
    const changes = { emailVerification: succeeded(context, 'email_link') }
    const verified = completeIfReady(context, context.rows.signUps.update(id, changes))
    return { status: 'verified', createdSessionId: verified.createdSessionId }
  },
  'email address'(context, id) {
    const address = context.rows.emailAddresses.get(id)
    if (address?.verification?.strategy !== 'email_link') return FAILED
    verifyEmailAddress(context, id, succeeded(context, 'email_link'))
    const user = context.rows.users.require(address.userId)
    updateUser(context, user.id, user.primaryEmailAddressId === null ? { primaryEmailAddressId: id } : {})
    return { status: 'verified', createdSessionId: null }
  },
}
