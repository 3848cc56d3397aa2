// An application in which people sign in with an account at an identity provider.
import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { secureHeaders } from 'hono/secure-headers'
import * as client from 'openid-client'
import { failurePage, homePage, welcomePage } from './pages.js'
import { providers } from './providers.js'
import { beginSignIn, finishSignIn, signOutUrl } from './sign-in.js'
import { createStore } from './store.js'

/** @typedef {import('./providers.js').Provider} Provider */
/** @typedef {import('./sign-in.js').Checks} Checks */
/** @typedef {import('./sign-in.js').SignedIn} SignedIn */
/** @typedef {{ provider: Provider, person: { name: string, email: string }, idToken: string | undefined }} Session */

const port = Number(process.env.PORT ?? 3000)
/** The public origin of this application, which is registered with the providers. */
const origin = process.env.ORIGIN ?? `http://localhost:${port}`

const TEN_MINUTES = 10 * 60
const EIGHT_HOURS = 8 * 60 * 60

/** @type {ReturnType<typeof createStore<{ provider: Provider, checks: Checks }>>} */
const begun = createStore(TEN_MINUTES)
/** @type {ReturnType<typeof createStore<Session>>} */
const sessions = createStore(EIGHT_HOURS)
/** Names by account, because Apple returns a name only once. @type {Map<string, string>} */
const names = new Map()

const cookie = /** @type {const} */ ({ path: '/', httpOnly: true, secure: true })

/** @type {Hono<{ Variables: { provider: Provider } }>} */
const app = new Hono()
app.use(secureHeaders({ contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } }))

app.get('/', (c) => {
  const session = sessions.get(getCookie(c, 'session'))
  return c.html(session === undefined ? welcomePage(providers.values()) : homePage(session.person, session.provider))
})

app.use('/:step{sign-in|callback}/:provider', async (c, next) => {
  const provider = providers.get(c.req.param('provider'))
  if (provider === undefined) return c.notFound()
  c.set('provider', provider)
  return next()
})

app.get('/sign-in/:provider', async (c) => {
  const provider = c.get('provider')
  const { url, checks } = await beginSignIn(provider, `${origin}/callback/${provider.id}`)
  // Apple's page posts the answer, and a form of another site sends only cookies with SameSite=None.
  setCookie(c, 'begun', begun.add({ provider, checks }), { ...cookie, sameSite: 'None', maxAge: TEN_MINUTES })
  return c.redirect(url.href)
})

app.on(['GET', 'POST'], '/callback/:provider', async (c) => {
  const provider = c.get('provider')
  const expected = begun.take(getCookie(c, 'begun'))
  deleteCookie(c, 'begun', { ...cookie, sameSite: 'None' })
  if (expected?.provider !== provider)
    return c.html(failurePage('This sign-in was not begun here, or too long ago.'), 400)

  const url = new URL(c.req.path + new URL(c.req.url).search, origin)
  const form = c.req.method === 'POST' ? new URLSearchParams(await c.req.text()) : undefined
  const answer = form === undefined ? url : new Request(url, { method: 'POST', body: form })
  const signedIn = await finishSignIn(provider, answer, expected.checks)

  const session = { provider, person: personOf(provider, signedIn, form?.get('user')), idToken: signedIn.idToken }
  setCookie(c, 'session', sessions.add(session), { ...cookie, sameSite: 'Lax', maxAge: EIGHT_HOURS })
  return c.redirect('/', 303)
})

app.post('/sign-out', async (c) => {
  const session = sessions.take(getCookie(c, 'session'))
  deleteCookie(c, 'session', { ...cookie, sameSite: 'Lax' })
  const url = session && (await signOutUrl(session.provider, session.idToken, `${origin}/`))
  return c.redirect(url?.href ?? '/', 303)
})

app.onError((error, c) => {
  const { name } = c.get('provider') ?? { name: 'The provider' }
  if (error instanceof client.AuthorizationResponseError) {
    return c.html(failurePage(`${name} did not sign you in.`, error.error_description ?? error.error), 403)
  }
  console.error(error)
  if (error instanceof client.ResponseBodyError) {
    return c.html(failurePage(`${name} refused the sign-in.`, error.error_description ?? error.error), 502)
  }
  return c.html(failurePage(`${name} does not answer as it should. Please try again later.`), 502)
})

serve({ fetch: app.fetch, port, hostname: process.env.HOST ?? '127.0.0.1' })

/**
 * Returns the name and address of a person for the page.
 *
 * @param {Provider} provider
 * @param {SignedIn} signedIn
 * @param {string | null} [user] The JSON that Apple posts at the first sign-in. It is not signed, so only its name is used.
 */
function personOf(provider, { subject, name, email = 'an address that it keeps to itself' }, user) {
  const account = `${provider.id} ${subject}`
  const called = name ?? nameIn(user) ?? names.get(account) ?? email
  names.set(account, called)
  return { name: called, email }
}

/** @param {string | null} [user] */
function nameIn(user) {
  if (user === null || user === undefined) return undefined
  const { firstName = '', lastName = '' } = JSON.parse(user).name ?? {}
  return `${firstName} ${lastName}`.trim() || undefined
}
