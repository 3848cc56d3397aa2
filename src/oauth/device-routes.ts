import type { Answer } from '../core/answer.ts'
import { consentPage } from '../pages/consent.ts'
import { deviceCodePage, devicePageDone } from '../pages/device.ts'
import { signInPage } from '../pages/sign-in.ts'
import { clientAnswer, noStore, paged, tokenRequestOf } from './answers.ts'
import { findPerson } from './authorize.ts'
import type { OAuthDevice } from './collections.ts'
import { approveDevice, denyDevice, findDevice, startDevice } from './device.ts'
import type { Members, OAuthContext } from './profile.ts'
import { decisionIn, inWords, peopleOf, type Handler, type OAuthCall, type Provider } from './routes.ts'

/** The device authorization endpoint. RFC 8628 section 3.1; what it answers is the profile's `device.members`. */
export function deviceAuthorization<X extends OAuthContext>({ profile, takesJson = false }: Provider<X>): Handler<X> {
  return (call) =>
    clientAnswer(profile, call, () => {
      const device = startDevice(profile, call, tokenRequestOf(call, { json: takesJson }))
      return noStore(profile.device?.members?.(call, device))
    })
}

/** What RFC 8628 section 3.2 has the device told, for a page at `verificationUri`. */
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
export function devicePage<X extends OAuthContext>({ service }: Provider<X>): Handler<X> {
  return (call) => deviceCodePage(service, call.query.get('user_code') ?? '')
}

/**
 * What the pages of the device flow post, one after the other: `user_code`; with `user` (a handle); with `decision`, which is
 * `allow` or `deny`. Without a browser all three in one do.
 */
export function deviceAnswer<X extends OAuthContext>(provider: Provider<X>): Handler<X> {
  return (call) => paged(provider.service, provider.profile, () => answer(provider, call, call.form()))
}

function answer<X extends OAuthContext>(provider: Provider<X>, call: X & OAuthCall, form: URLSearchParams): Answer {
  const { service, profile } = provider
  const waiting = findDevice(profile, call, form.get('user_code') ?? '')
  const { device, client } = waiting
  const fields = { user_code: device.userCode }
  const decision = decisionIn(form)
  if (decision === 'deny') {
    denyDevice(call, waiting)
    return devicePageDone(service, client.name, false)
  }
  const user = form.get('user')
  if (user === null) {
    const page = peopleOf(provider, call, client, {})
    return signInPage({ ...page, suggested: null, scopes: null, destination: null, fields })
  }
  const person = findPerson(profile, call, user)
  if (decision !== 'allow') {
    const before = call.rows.oauthGrants.find('client', client.id, person.id)?.scopes ?? []
    const scopes = inWords(provider, profile.scopesGranted(call, client, device.scopes, before, {}))
    const more = { ...fields, user: person.handle }
    return consentPage({ service, application: client.name, scopes, person, destination: null, fields: more })
  }
  approveDevice(profile, call, waiting, person)
  return devicePageDone(service, client.name, true)
}
