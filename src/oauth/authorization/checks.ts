import type { AuthorizationRequest } from '../authorization.ts'
import type { Client } from '../clients/clients.ts'
import type { OAuthContext, Parameters } from '../context.ts'
import { OAuthFailure } from '../failure.ts'
import { repeatedParameter } from '../parameters.ts'
import { challengeOf, type Challenge } from './pkce.ts'
import type { Profile, Server } from '../profile.ts'
import type { ResponseMode } from './response.ts'

/** An authorization request that has passed all checks. */
export interface CheckedRequest extends AuthorizationRequest {
  readonly challenge: Challenge | null
}

/**
 * The response mode for the answer to a request: the one that it asks for, if the vendor has that one; else `fragment`
 * for an answer with tokens, and `query` for one without. Never throws, because a failure needs a response mode as
 * well.
 */
export function responseModeFor<X extends OAuthContext>(profile: Profile<X>, parameters: Parameters): ResponseMode {
  if (profile.responseModes === undefined) return 'query'
  const requested = profile.responseModes.find((mode) => mode === parameters['response_mode'])
  return requested ?? defaultMode(wordsOf(parameters['response_type'] ?? ''))
}

/**
 * Checks the parameters whose faults go back to the client, in the order in which vendors do.
 *
 * @throws OAuthFailure
 */
export function checkRequest<X extends OAuthContext>(
  server: Server<X>,
  client: Client,
  query: URLSearchParams,
): CheckedRequest {
  const { profile, context } = server
  const parameters = Object.fromEntries(query)
  const twice = repeatedParameter(query)
  if (twice !== undefined) throw invalid(`${twice} came more than once`, 'malformed', twice)
  checkRequestObjects(profile, parameters)
  const responseTypes = checkResponseType(profile, parameters)
  const responseMode = checkResponseMode(profile, parameters, responseTypes)
  const scope = query.get('scope')
  const scopes = scope === null ? null : profile.scopesIn(scope)
  profile.checkScopes(context, { client, requested: scopes, parameters })
  const challenge = challengeOf(parameters, profile.challengeMethods)
  if (challenge === null) checkChallengeOptional(server, client)
  checkNonce(profile, parameters, responseTypes)
  checkPrompt(profile, parameters)
  const request = { client, parameters, scopes, responseTypes, responseMode }
  profile.checkRequest?.(context, request)
  return { ...request, challenge }
}

/** Returns the values of `prompt`. */
export function promptsOf({ prompt }: Parameters): readonly string[] {
  return wordsOf(prompt ?? '')
}

function checkRequestObjects<X extends OAuthContext>({ openId }: Profile<X>, parameters: Parameters): void {
  if (openId === undefined) return
  for (const name of ['request', 'request_uri'] as const) {
    if (parameters[name] !== undefined) throw new OAuthFailure(`${name}_not_supported`, `${name} is not supported here`)
  }
}

function checkResponseType<X extends OAuthContext>(profile: Profile<X>, parameters: Parameters): readonly string[] {
  const type = parameters['response_type']
  const types = profile.responseTypes ?? ['code']
  if (type === undefined || type === '') {
    if (!profile.responseTypeRequired) return ['code']
    throw invalid(`response_type is missing; expected ${types.join(' or ')}`, 'missing', 'response_type')
  }
  const sorted = wordsOf(type).toSorted().join(' ')
  const found = types.find((each) => wordsOf(each).toSorted().join(' ') === sorted)
  if (found !== undefined) return wordsOf(found)
  throw new OAuthFailure('unsupported_response_type', `response_type is ${type}; expected ${types.join(' or ')}`)
}

function checkResponseMode<X extends OAuthContext>(
  { responseModes }: Profile<X>,
  { response_mode: mode }: Parameters,
  responseTypes: readonly string[],
): ResponseMode {
  const usual = defaultMode(responseTypes)
  if (responseModes === undefined || mode === undefined) return usual
  const found = responseModes.find((each) => each === mode)
  if (found === undefined) {
    throw invalid(`response_mode is ${mode}; expected ${responseModes.join(' or ')}`, 'malformed', 'response_mode')
  }
  // Queries end up in logs and in the browser's history, where no token may be.
  if (found === 'query' && usual === 'fragment') {
    throw invalid(
      `response_mode is query, which is not for response_type ${responseTypes.join(' ')}; expected fragment or form_post`,
      'malformed',
      'response_mode',
    )
  }
  return found
}

function checkChallengeOptional<X extends OAuthContext>({ profile, context }: Server<X>, client: Client): void {
  const required = profile.challengeRequired?.(context, client) ?? client.public === true
  if (!required) return
  throw invalid(
    `code_challenge is missing; ${client.id} must send one, with code_challenge_method ${profile.challengeMethods.join(' or ')}`,
    'missing',
    'code_challenge',
  )
}

function checkNonce<X extends OAuthContext>(
  { openId }: Profile<X>,
  { nonce }: Parameters,
  responseTypes: readonly string[],
): void {
  if (!responseTypes.includes('id_token') || openId?.nonceOptional === true) return
  if (nonce !== undefined && nonce !== '') return
  throw invalid(`nonce is missing; response_type ${responseTypes.join(' ')} needs one`, 'missing', 'nonce')
}

function checkPrompt<X extends OAuthContext>({ prompts }: Profile<X>, parameters: Parameters): void {
  if (prompts === undefined) return
  const values = promptsOf(parameters)
  const unknown = values.filter((each) => !prompts.includes(each))
  if (unknown.length > 0) {
    throw invalid(`prompt is ${unknown.join(' ')}; expected ${prompts.join(' or ')}`, 'malformed', 'prompt')
  }
  if (values.includes('none') && values.length > 1) {
    throw invalid(`prompt is ${values.join(' ')}; none goes with nothing else`, 'malformed', 'prompt')
  }
  const age = parameters['max_age']
  if (age !== undefined && !/^\d+$/.test(age)) {
    throw invalid(`max_age is ${age}; expected a number of seconds`, 'malformed', 'max_age')
  }
}

function defaultMode(responseTypes: readonly string[]): ResponseMode {
  return responseTypes.includes('token') || responseTypes.includes('id_token') ? 'fragment' : 'query'
}

function wordsOf(text: string): string[] {
  return text.split(' ').filter((each) => each !== '')
}

function invalid(message: string, reason: 'missing' | 'malformed', parameter: string): OAuthFailure {
  return new OAuthFailure('invalid_request', message, { problem: { reason, parameter } })
}
