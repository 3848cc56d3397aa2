import { redirect, type Answer } from '../../../core/answer.ts'
import { routesFor, type Route } from '../../../core/routes.ts'
import { approve, deny, findPerson, startAuthorization } from '../../../oauth/authorize.ts'
import { approveDevice, denyDevice, findDevice, startDevice } from '../../../oauth/device.ts'
import { RequestRefused } from '../../../oauth/failure.ts'
import { redeem } from '../../../oauth/token.ts'
import { consentPage } from '../../../pages/consent.ts'
import { deviceCodePage, devicePageDone } from '../../../pages/device.ts'
import { errorPage } from '../../../pages/error.ts'
import type { ScopeInWords } from '../../../pages/scopes.ts'
import { signInPage, type SignIn } from '../../../pages/sign-in.ts'
import type { CodehostCall } from '../call.ts'
import { membersAnswer, tokenRequest } from '../oauth-answer.ts'
import { profile } from '../oauth.ts'
import { SCOPE_WORDS } from '../scope-words.ts'
import { applicationsRoutes } from './applications.ts'

const { get, post } = routesFor<CodehostCall>()

const service = { id: 'codehost', title: 'GitHub REST API' }

/**
 * Signing in: the web flow, the device flow, tokens, and what applications do with tokens of their own.
 * https://docs.github.com/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps
 */
export const oauthRoutes: readonly Route[] = [
  get('oauth/authorize', '/login/oauth/authorize', (call) =>
    paged(() => {
      const started = startAuthorization(profile, call, call.query)
      if (!started.asks) return redirect(started.location)
      const { request, client } = started
      return signInPage({
        ...signIn(call, client.name, request.parameters['login']),
        scopes: inWords(profile.scopesGranted(call, client, request.scopes, [])),
        destination: request.redirectUri,
        fields: { request: request.id },
      })
    }),
  ),
  /**
   * What the page posts: `request`, and `user` (a login) or `decision=deny`. Without a browser the same form does: post
   * `user` alone to the authorization URL as the application made it, query and all, and the answer is the redirect.
   */
  post('oauth/answer', '/login/oauth/authorize', (call) =>
    paged(() => {
      const form = call.form()
      let id = form.get('request')
      if (id === null) {
        const started = startAuthorization(profile, call, call.query)
        if (!started.asks) return redirect(started.location)
        id = started.request.id
      }
      if (form.get('decision') === 'deny') return redirect(deny(profile, call, id))
      return redirect(approve(profile, call, id, form.get('user') ?? ''))
    }),
  ),
  post('oauth/access-token', '/login/oauth/access_token', (call) =>
    membersAnswer(call, () => redeem(profile, call, tokenRequest(call))),
  ),
  post('oauth/device-code', '/login/device/code', (call) =>
    membersAnswer(call, () => {
      const device = startDevice(profile, call, tokenRequest(call))
      return {
        device_code: device.id,
        user_code: device.userCode,
        verification_uri: `${call.origin}/login/device`,
        expires_in: (device.expiresAt - call.clock.now()) / 1000,
        interval: device.interval / 1000,
      }
    }),
  ),
  get('oauth/device', '/login/device', (call) => deviceCodePage(service, call.query.get('user_code') ?? '')),
  /**
   * What the pages of the device flow post, one after the other: `user_code`; with `user` (a login); with `decision`,
   * which is `allow` or `deny`. Without a browser all three in one do.
   */
  post('oauth/device-answer', '/login/device', (call) => paged(() => deviceAnswer(call, call.form()))),
  ...applicationsRoutes,
]

function deviceAnswer(call: CodehostCall, form: URLSearchParams): Answer {
  const waiting = findDevice(profile, call, form.get('user_code') ?? '')
  const { device, client } = waiting
  const fields = { user_code: device.userCode }
  const decision = form.get('decision')
  if (decision === 'deny') {
    denyDevice(call, waiting)
    return devicePageDone(service, client.name, false)
  }
  const user = form.get('user')
  if (user === null) {
    const page = signIn(call, client.name, undefined)
    return signInPage({ ...page, scopes: null, destination: null, fields })
  }
  const person = findPerson(profile, call, user)
  if (decision !== 'allow') {
    const before = call.rows.oauthGrants.find('client', client.id, person.id)?.scopes ?? []
    const scopes = inWords(profile.scopesGranted(call, client, device.scopes, before))
    return consentPage({
      service,
      application: client.name,
      scopes,
      person,
      fields: { ...fields, user: person.handle },
    })
  }
  approveDevice(profile, call, waiting, person)
  return devicePageDone(service, client.name, true)
}

function signIn(call: CodehostCall, application: string, suggested: string | undefined) {
  return {
    service,
    application,
    people: profile.people(call),
    suggested: suggested ?? null,
    seededAt: 'codehost.users',
  } satisfies Partial<SignIn>
}

function inWords(scopes: readonly string[]): ScopeInWords[] {
  return scopes.map((scope) => ({ scope, words: SCOPE_WORDS[scope] ?? scope }))
}

/** What cannot go back to the application is told the person. */
function paged(work: () => Answer): Answer {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof RequestRefused)) throw error
    const { status, title, message, remedies } = error
    return errorPage({ service, status, title, message, remedies })
  }
}
