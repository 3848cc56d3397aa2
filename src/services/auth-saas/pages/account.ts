import { isSignedIn } from '#auth-saas/rules/sessions/tasks.ts'
import { nameOf } from '#auth-saas/rules/social-providers.ts'
import { redirect, type Answer } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import { html, type Html, type Part } from '#pages/html.ts'
import { page } from '#pages/layout.ts'
import type { AuthCall } from '#auth-saas/call.ts'
import { requestedUrl } from '#auth-saas/rules/application-url.ts'
import { browserOf, type Browser } from '#auth-saas/rules/sessions/browsers.ts'
import { clientCookie } from '#auth-saas/rules/sessions/cookies.ts'
import { current } from '#auth-saas/rules/sessions/sessions.ts'
import { settingsOf } from '#auth-saas/rules/settings.ts'
import type { User } from '#auth-saas/schema/people.ts'
import type { Session } from '#auth-saas/schema/sessions.ts'

/** The service, as pages name it. */
export const SERVICE = { id: 'auth-saas', title: 'Clerk API' }

const STYLE = `
.code-box { margin: 1rem 0; padding: .75rem 1rem; border: 1px dashed var(--edge); border-radius: .5rem; }
.code-box output { display: block; font: 1.5rem/1.4 ui-monospace, Menlo, Consolas, monospace; letter-spacing: .15em; }
.list li { display: flex; gap: .75rem; justify-content: space-between; align-items: center; padding: .5rem 0; border-top: 1px solid var(--line); }
form + form, h2 + form { margin-top: .75rem; }
form + p, ul + form, ul + p { margin-top: 1.25rem; }
.social button { flex: 1 0 100%; }
main > form:first-of-type { margin-top: 1rem; }
`

/** The signed-in state of the browser that opens a page. */
export interface Visitor extends Browser {
  readonly session: Session | null
  readonly user: User | null
}

/** Returns the browser that opens a page, with its active session. */
export function visitorOf(call: AuthCall): Visitor {
  const browser = browserOf(call)
  const { rows } = call
  const last = rows.sessions.get(browser.client.lastActiveSessionId)
  const session = last !== undefined && isSignedIn(current(call, last)) ? last : null
  return { ...browser, session, user: session === null ? null : (rows.users.get(session.userId) ?? null) }
}

/** Returns the address of the application that a page goes on to: that of the query or the form, or the seed's. */
export function destinationOf(call: AuthCall, form: URLSearchParams | null): string | null {
  const redirectUrl = form?.get('redirect_url') ?? call.query.get('redirect_url')
  return requestedUrl(call, redirectUrl)?.href ?? settingsOf(call.rows).homeUrl
}

/** Returns the redirect to the application, which gets the token of the browser as it would from the vendor's pages. */
export function redirectToApplication(
  call: AuthCall,
  { token }: Browser,
  destination: string | null,
): Answer<string | null> {
  const target = new URL(destination ?? `${call.origin}/user`)
  if (target.origin !== new URL(call.origin).origin) target.searchParams.set('__clerk_db_jwt', token)
  return withBrowser(call, redirect(target.href, 303, { 'cache-control': 'no-store' }), token)
}

/** The parts of an account page. */
interface AccountPage {
  readonly title: string
  readonly content: Part
  /** The mistake in the form that was sent. */
  readonly problem?: string | null
  readonly leadsTo?: string | null
  /** The page's script, which sends requests to this instance. It is not escaped, so it must be a constant. */
  readonly script?: string
}

/** Returns an account page, which also gives the browser its cookie. */
export function accountPage(
  call: AuthCall,
  browser: Browser,
  { title, content, problem = null, leadsTo = null, script }: AccountPage,
): Answer<string | null> {
  const answer = page({
    service: SERVICE,
    title,
    style: STYLE,
    footer: 'No real account is involved: use the passwords of your seed only.',
    content: html`<h1>${title}</h1>
      ${problem !== null && html`<p class="reason" role="alert">${problem}</p>`} ${content}`,
    ...(leadsTo === null ? {} : { leadsTo }),
    ...(script === undefined ? {} : { script, connects: true }),
    ...(problem === null ? {} : { status: 422 }),
  })
  return withBrowser(call, answer, browser.token)
}

/** Gives the browser its cookie with an answer. */
export function withBrowser<T>(call: AuthCall, answer: Answer<T>, token: string): Answer<T> {
  return { ...answer, cookies: [clientCookie(call, token)] }
}

/**
 * Returns the hidden fields of a form: the application, and the browser's token, for browsers that send no cookie here.
 */
export function hiddenFields(
  { token }: Browser,
  destination: string | null,
  more: Readonly<Record<string, string>> = {},
): Html[] {
  const all = { __clerk_db_jwt: token, ...(destination === null ? {} : { redirect_url: destination }), ...more }
  return Object.entries(all).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)
}

/** Returns the form with a button for each social provider of the instance; null where the instance has none. */
export function socialForm(call: AuthCall, browser: Browser, destination: string | null): Html | null {
  const { socialProviders } = settingsOf(call.rows)
  if (socialProviders.length === 0) return null
  const buttons = socialProviders.map(
    (strategy) =>
      html`<button class="quiet" name="strategy" value="${strategy}">Continue with ${nameOf(strategy)}</button> `,
  )
  return html`<form method="post" action="?">
    ${hiddenFields(browser, destination)}
    <div class="actions social">${buttons}</div>
  </form>`
}

/** Returns the URL of a page of this instance to which a social provider leads back. */
export function pageUrl({ origin }: AuthCall, path: string, { token }: Browser, destination: string | null): string {
  const query = { __clerk_db_jwt: token, ...(destination === null ? {} : { redirect_url: destination }) }
  return `${origin}${path}?${new URLSearchParams(query)}`
}

/** Returns an input with its label. */
export function field(
  name: string,
  label: string,
  options: { type?: string; value?: string; autocomplete?: string } = {},
): Html {
  const { type = 'text', value = '', autocomplete = 'off' } = options
  return html`<label for="${name}">${label}</label>
    <input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" />`
}

/** The parts of a page that asks for a one-time code. */
interface CodePage {
  readonly title: string
  readonly label: string
  /** The id of the attempt to sign in or up. */
  readonly attemptId: string
  /** The address or number to which a code was sent; null for the code of an authenticator application. */
  readonly sentTo: string | null
  readonly destination: string | null
  readonly problem: string | null
}

/** Returns the page that asks for a one-time code. */
export function codePage(
  call: AuthCall,
  browser: Browser,
  { title, label, attemptId, sentTo, destination, problem }: CodePage,
): Answer<string | null> {
  const content = html`${sentTo !== null && codeBox(call, sentTo)}
    <form method="post" action="?">
      ${hiddenFields(browser, destination, { attempt: attemptId })}
      ${field('code', label, { autocomplete: 'one-time-code' })}
      <div class="actions"><button class="primary" name="step" value="code">Continue</button></div>
    </form>`
  return accountPage(call, browser, { title, content, problem, leadsTo: destination })
}

/** Returns the box with the latest code to an address or number, because nobody receives messages in tests. */
function codeBox({ rows }: Pick<AuthCall, 'rows'>, to: string): Html | null {
  const code = rows.messages.list('to', to).findLast((message) => message.code !== null)?.code
  if (code === undefined || code === null) return null
  return html`<div class="code-box" role="status">The code sent to ${to} is <output>${code}</output></div>`
}

/** Makes a change as one transaction; a failure undoes the change, and its sentence is returned for the page. */
export function attempt<T>(call: AuthCall, change: () => T): { readonly done: T } | { readonly problem: string } {
  try {
    return { done: call.store.transaction(change) }
  } catch (error) {
    if (error instanceof Failure) return { problem: sentenceOf(error) }
    throw error
  }
}

/** Returns the sentence of a failure for people. */
export function sentenceOf({ message, details }: Failure): string {
  const { longMessage = message } = details as { readonly longMessage?: string } // clerkFailure() writes it
  return longMessage
}
