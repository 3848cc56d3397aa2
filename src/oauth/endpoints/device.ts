import type { Answer } from '#core/answer.ts'
import { consentPage } from '#pages/consent.ts'
import { deviceCodePage, devicePageDone } from '#pages/device.ts'
import { signInPage } from '#pages/sign-in.ts'
import { clientAnswer, noStore, pageAnswer, tokenRequestOf } from './answers.ts'
import { findPerson } from '../authorization/authorize.ts'
import type { OAuthDevice } from '../collections.ts'
import type { Members, OAuthContext } from '../context.ts'
import { approveDevice, denyDevice, findDevice, startDevice } from '../grants/device.ts'
import { decisionIn, describeScopes, peopleFor, type Handler, type OAuthCall, type Provider } from './browser.ts'

/** The device authorization endpoint (RFC 8628 section 3.1). The answer is the profile's `device.members`. */
export function deviceAuthorization<X extends OAuthContext>({
  profile,
  takesJson = false,
}: Provider<X>): Handler<X, Members | undefined> {
  return (context) => {
    const server = { profile, context }
    return clientAnswer(server, () => {
      const device = startDevice(server, tokenRequestOf(context, { json: takesJson }))
      return noStore(profile.device?.members?.(context, device))
    })
  }
}

/** The members that RFC 8628 section 3.2 has for a device, with the verification page at `verificationUri`. */
export function deviceMembers(context: OAuthContext, device: OAuthDevice, verificationUri: string): Members {
  return {
    device_code: device.id,
    user_code: device.userCode,
    verification_uri: verificationUri,
    verification_uri_complete: `${verificationUri}?user_code=${device.userCode}`,
    expires_in: Math.ceil((device.expiresAt - context.clock.now()) / 1000),
    interval: device.interval / 1000,
  }
}

/** GET of the page on which a person types the code that their device shows; `user_code` of the query is filled in. */
export function devicePage<X extends OAuthContext>({ service }: Provider<X>): Handler<X, string> {
  return (call) => deviceCodePage(service, call.query.get('user_code') ?? '')
}

/**
 * POST of the forms on the pages of the device flow, one after the other: `user_code`; then with `user` (a handle);
 * then with `decision`, which is `allow` or `deny`. A client without a browser can post all three at once.
 */
export function deviceAnswer<X extends OAuthContext>(provider: Provider<X>): Handler<X, string | null> {
  return (call) => pageAnswer(provider.service, provider.profile, () => answer(provider, call, call.form()))
}

function answer<X extends OAuthContext>(
  provider: Provider<X>,
  call: X & OAuthCall,
  form: URLSearchParams,
): Answer<string> {
  const { service, profile } = provider
  const server = { profile, context: call }
  const pending = findDevice(server, form.get('user_code') ?? '')
  const { device, client } = pending
  const fields = { user_code: device.userCode }
  const decision = decisionIn(form)
  if (decision === 'deny') {
    denyDevice(call, pending)
    return devicePageDone(service, client.name, false)
  }
  const user = form.get('user')
  if (user === null) {
    const people = peopleFor(provider, call, {})
    return signInPage({ ...people, application: client.name, suggested: null, scopes: null, destination: null, fields })
  }
  const person = findPerson(server, user)
  if (decision !== 'allow') {
    const before = call.rows.oauthGrants.find('client', client.id, person.id)?.scopes ?? []
    const request = { client, requested: device.scopes, before, parameters: {} }
    return consentPage({
      service,
      application: client.name,
      scopes: describeScopes(provider, profile.scopesGranted(call, request)),
      person,
      destination: null,
      fields: { ...fields, user: person.handle },
    })
  }
  approveDevice(server, pending, person)
  return devicePageDone(service, client.name, true)
}
