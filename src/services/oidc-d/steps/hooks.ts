import { errorMessage } from '#core/error-message.ts'
import { fetchBounded, type FetchedResponse } from '#core/http/fetch-bounded.ts'
import { SECOND } from '#core/duration.ts'
import { isRecord } from '#core/objects.ts'
import { parseJson } from '#core/text/parse-json.ts'
import type { OidcCall } from '#oidc-d/call.ts'
import { requestIdOf } from '#oidc-d/errors/ids.ts'
import { malformedBody, validationFailed } from '#oidc-d/errors.ts'
import { channelHeaders } from '#oidc-d/rules/hooks/channels.ts'
import { found } from '#oidc-d/rules/records.ts'
import type { EventHook, HookChannel, HookOAuth, InlineHook, JsonObject } from '#oidc-d/schema.ts'

/** The time that a receiver has for its answer, of the wall clock. */
const TIMEOUT = 3 * SECOND

type With<Name extends string> = OidcCall & { readonly params: { readonly [N in Name]: string } }

/**
 * A step that loads the event hook of the path.
 *
 * @throws 404.
 */
export function loadEventHook({ rows, params }: With<'eventHookId'>): { readonly eventHook: EventHook } {
  return { eventHook: found('Webhook', params.eventHookId, rows.eventHooks.get(params.eventHookId)) }
}

/**
 * A step that loads the inline hook of the path.
 *
 * @throws 404.
 */
export function loadInlineHook({ rows, params }: With<'inlineHookId'>): { readonly inlineHook: InlineHook } {
  return { inlineHook: found('InlineHook', params.inlineHookId, rows.inlineHooks.get(params.inlineHookId)) }
}

/**
 * A step that asks the receiver of an event hook whether it wants the events: it must send a text of the request back.
 * https://developer.okta.com/docs/concepts/event-hooks/#one-time-verification-request
 *
 * @throws 400 when it does not, after two tries.
 */
export async function askForVerification(call: OidcCall & { readonly eventHook: EventHook }): Promise<{
  readonly answered: true
}> {
  const { channel } = call.eventHook
  const challenge = requestIdOf(call)
  try {
    const { status, bytes } = await askChannel(call, channel, { 'X-Okta-Verification-Challenge': challenge })
    if (status !== 200) throw new Error(`it answered with the status ${status}`)
    const answer = parseJson(bytes.toString('utf8'))
    if (!isRecord(answer) || answer['verification'] !== challenge) {
      throw new Error('its answer has no member verification with the value of X-Okta-Verification-Challenge')
    }
  } catch (error) {
    throw validationFailed('eventHook', `${channel.uri} was not verified: ${errorMessage(error)}`)
  }
  return { answered: true }
}

/**
 * A step that sends the body of the request to an inline hook, and adds the answer.
 *
 * @throws 400 for a body that is no JSON object, and when there is no answer with JSON after two tries.
 */
export async function executeHook(
  call: OidcCall & { readonly inlineHook: InlineHook },
): Promise<{ readonly hookAnswer: JsonObject }> {
  const { channel } = call.inlineHook
  const payload = call.json()
  if (!isRecord(payload)) throw malformedBody()
  try {
    return { hookAnswer: await askHook(call, channel, payload) }
  } catch (error) {
    throw validationFailed('inlineHook', `${channel.uri} did not execute: ${errorMessage(error)}`)
  }
}

/**
 * Sends JSON to an inline hook and returns its answer; an empty object for one without a body.
 *
 * @throws Error for a host that the instance may not contact, and for an answer that is late or no JSON object.
 */
export async function askHook(call: OidcCall, channel: HookChannel, payload: object): Promise<JsonObject> {
  const token = channel.oauth === null ? {} : { Authorization: `Bearer ${await channelToken(call, channel.oauth)}` }
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json', ...token }
  const { status, bytes } = await askChannel(call, channel, headers, JSON.stringify(payload))
  if (status === 204) return {}
  if (status !== 200) throw new Error(`it answered with the status ${status}`)
  const answer = parseJson(bytes.toString('utf8'))
  if (!isRecord(answer)) throw new Error('its answer is not a JSON object')
  return answer
}

/** Sends one request to a hook, and once more when the answer is late or an error of the receiver. */
async function askChannel(
  call: OidcCall,
  channel: HookChannel,
  more: Readonly<Record<string, string>>,
  body?: string,
): Promise<FetchedResponse> {
  const ask = () => fetchAllowed(call, channel.uri, { ...more, ...channelHeaders(channel) }, body)
  const first = await ask().catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
  return first instanceof Error || first.status >= 500 ? ask() : first
}

/**
 * Gets the token for the requests of a channel of the type OAUTH.
 *
 * @throws Error when its authorization server gives none, and for a client that authenticates with a key.
 */
async function channelToken(call: OidcCall, oauth: HookOAuth): Promise<string> {
  const { authType, tokenUrl = '', clientId = '', clientSecret = '', scope } = oauth
  if (authType === 'private_key_jwt') throw new Error('private_key_jwt needs a hook key, which is not implemented')
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    ...(scope === undefined ? {} : { scope }),
    client_id: clientId,
    client_secret: clientSecret,
  })
  const headers = { Accept: 'application/json', 'Content-Type': 'application/x-www-form-urlencoded' }
  const { bytes } = await fetchAllowed(call, tokenUrl, headers, form.toString())
  const answer = parseJson(bytes.toString('utf8'))
  const token = isRecord(answer) ? answer['access_token'] : undefined
  if (typeof token !== 'string') throw new Error(`${tokenUrl} gave no access token`)
  return token
}

/** @throws Error for a host that the instance may not contact. */
function fetchAllowed(
  { mayContact, clientGone }: OidcCall,
  url: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): Promise<FetchedResponse> {
  const target = new URL(url)
  if (!mayContact(target)) {
    return Promise.reject(new Error(`${target.host} is not on this machine, nor of allowWebhookHosts`))
  }
  return fetchBounded(target, {
    timeout: TIMEOUT,
    headers,
    signal: clientGone,
    ...(body === undefined ? {} : { body }),
  })
}
