import { organizationNamed } from '#auth-saas/rules/organizations/organizations.ts'
import * as v from 'valibot'
import { checkedOptions } from '#core/options.ts'
import type { AuthContext } from '#auth-saas/call.ts'
import { userByIdentifier } from '#auth-saas/rules/users/identifiers.ts'
import { cookieSuffix } from '#auth-saas/rules/instance-keys.ts'
import { cookiesOf } from '#auth-saas/rules/sessions/cookies.ts'
import { addClient, addSession } from '#auth-saas/rules/sessions/sessions.ts'
import { sessionToken } from '#auth-saas/json/tokens.ts'
import { newClientToken } from '#auth-saas/rules/sessions/clients.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'

const SignIn = v.strictObject({
  user: v.string(),
  organization: v.optional(v.nullable(v.string())),
  url: v.optional(v.string()),
})

/** The options of `signIn`. */
export interface SignInOptions {
  /** An e-mail address, phone number, username or id of a user. */
  readonly user: string
  /** The id or slug of the active organization, of which the user is a member. Default: none */
  readonly organization?: string | null
  /** The URL of the application, for the cookies. Default: pages on `localhost` and `127.0.0.1` */
  readonly url?: string
}

/** A cookie as Playwright's `context.addCookies` takes it. */
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly domain: string
  readonly path: string
  readonly httpOnly: boolean
  readonly secure: boolean
  readonly sameSite: 'Lax' | 'None'
}

/** A session with its token. */
export interface SignedIn {
  readonly sessionId: string
  readonly userId: string
  /** A session token, valid for a minute. */
  readonly token: string
  /** The cookies of the session, for the application and for this instance. */
  readonly cookies: readonly Cookie[]
}

/**
 * Signs a user in without a page, and returns the session, its token and its cookies.
 *
 * @throws TypeError for unknown options.
 * @throws Error for an unknown user or organization, for a user who is banned or locked, and for one who is not a
 * member.
 */
export function signIn(context: AuthContext, options: SignInOptions): SignedIn {
  const { rows, origin } = context
  const { user: name, organization: organizationName, url } = checkedOptions('signIn', SignIn, options)
  const user = rows.users.get(name) ?? userByIdentifier(rows, name)
  if (user === undefined) throw new Error(`no user is known as ${name}; there are ${someUsers(context)}`)
  if (user.banned || user.locked) throw new Error(`${name} is ${user.banned ? 'banned' : 'locked'} and cannot sign in`)
  const organizationId = organizationFor(context, user.id, organizationName ?? null)
  const client = addClient(context)
  const clientToken = newClientToken(context, client.id)
  const session = addSession(context, { userId: user.id, clientId: client.id, organizationId })
  const application = url === undefined ? null : new URL(url).origin
  const token = sessionToken(context, session, {
    version: settingsOf(rows).sessionTokenVersion,
    origin: application,
  })
  const hosts = url === undefined ? ['localhost', '127.0.0.1'] : [new URL(url).hostname]
  const suffix = cookieSuffix(origin)
  const own = cookiesOf(context, session, token, true)
  const browser = ['__clerk_db_jwt', `__clerk_db_jwt_${suffix}`].map((each) => ({
    name: each,
    value: clientToken,
    httpOnly: false,
  }))
  const forApplication = hosts.flatMap((host) => [...own, ...browser].map((cookie) => cookieAt(cookie, host, false)))
  const ofInstance = cookieAt(
    { name: '__client', value: clientToken, httpOnly: true },
    new URL(origin).hostname,
    origin.startsWith('https:'),
  )
  return { sessionId: session.id, userId: user.id, token, cookies: [...forApplication, ofInstance] }
}

function cookieAt(
  { name, value, httpOnly }: { readonly name: string; readonly value: string; readonly httpOnly: boolean },
  domain: string,
  secure: boolean,
): Cookie {
  return { name, value, domain, path: '/', httpOnly, secure, sameSite: secure ? 'None' : 'Lax' }
}

function organizationFor(context: AuthContext, userId: string, idOrSlug: string | null): string | null {
  if (idOrSlug === null) return null
  const { rows } = context
  const organization = organizationNamed(context, idOrSlug)
  if (organization === undefined) {
    const known = rows.organizations.all().map(({ slug }) => slug)
    throw new Error(`no organization has the id or slug ${idOrSlug}; there are ${known.join(', ') || 'none'}`)
  }
  if (rows.memberships.find('member', organization.id, userId) === undefined) {
    throw new Error(`the user is not a member of ${organization.slug}`)
  }
  return organization.id
}

function someUsers({ rows }: AuthContext): string {
  const names = rows.emailAddresses.all().slice(0, 10)
  return names.map(({ emailAddress }) => emailAddress).join(', ') || 'none with an e-mail address'
}
