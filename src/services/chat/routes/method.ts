import * as v from 'valibot'
import type { Answer } from '#core/answer.ts'
import { problems } from '#core/input.ts'
import { declareInput } from '#core/route-input.ts'
import { routesFor, type Route } from '#core/routes.ts'
import { argumentsOf, type RawArguments } from '#chat/rules/arguments.ts'
import type { ChatCall, Actor, AppActor } from '#chat/call.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { countCall } from '#chat/rules/rate-limits.ts'
import type { TokenKind } from '#chat/schema/people.ts'
import { requireScope } from '#chat/rules/scopes.ts'

/** The tokens, scopes and arguments that a method takes. */
interface Options<S extends v.GenericSchema> {
  /** The scopes of which a token needs one; empty: every token may call it. */
  readonly scopes: readonly string[]
  /** The kinds of tokens that the method takes. Default: those of bots and users */
  readonly tokens?: readonly TokenKind[]
  /** The schema of its arguments, made of the parts of `rules/arguments.ts`. */
  readonly args: S
  /** The vendor's word for a required argument that is missing. Default: `invalid_arguments` */
  readonly missing?: string
}

/** A call of a method, with its checked arguments. */
type MethodCall<S extends v.GenericSchema, P> = ChatCall & { readonly args: v.InferOutput<S>; readonly principal: P }

const { get, post } = routesFor<ChatCall>()

/**
 * Writes the routes of a method for the tokens of bots and users: GET and POST of `/api/<name>`. A missing scope is
 * refused before the arguments are read.
 */
export function method<const S extends v.GenericSchema>(
  name: string,
  options: Options<S>,
  handler: (call: MethodCall<S, Actor>) => Answer,
): readonly Route[] {
  return routesOf(name, { tokens: ['bot', 'user'], ...options }, handler)
}

/** Writes the routes of a method for the tokens of apps. */
export function appMethod<const S extends v.GenericSchema>(
  name: string,
  options: Omit<Options<S>, 'tokens'>,
  handler: (call: MethodCall<S, AppActor>) => Answer,
): readonly Route[] {
  return routesOf(name, { ...options, tokens: ['app'] }, handler)
}

/** Writes the routes of a method that takes no token; `rules/open-methods.ts` lists it. */
export function openMethod<const S extends v.GenericSchema>(
  name: string,
  args: S,
  handler: (call: MethodCall<S, null>) => Answer,
): readonly Route[] {
  return routesOf(name, { args, scopes: [], tokens: null }, handler)
}

/** Options of any method; `tokens` is null for a method that takes no token. */
type AnyOptions<S extends v.GenericSchema> = Omit<Options<S>, 'tokens'> & {
  readonly tokens: readonly TokenKind[] | null
}

function routesOf<S extends v.GenericSchema, P>(
  name: string,
  options: AnyOptions<S>,
  handler: (call: MethodCall<S, P>) => Answer,
): readonly Route[] {
  const path = `/api/${name}`
  const authorize = (call: ChatCall): void => authorizeMethod(call, options)
  const read = (call: ChatCall): { args: v.InferOutput<S> } | Promise<{ args: v.InferOutput<S> }> => {
    const raw = argumentsOf(call)
    return raw instanceof Promise ? raw.then((all) => checked(call, options, all)) : checked(call, options, raw)
  }
  declareInput(read, { media: 'form', schema: options.args })
  // `authorizeMethod` has checked the kind of the token, on which the type of the principal depends.
  const handle = handler as unknown as (call: ChatCall & { args: v.InferOutput<S> }) => Answer
  const run = (call: ChatCall & { args: v.InferOutput<S> }): Answer => {
    if (call.principal !== null) countCall(call, call.principal.token.id, name)
    return handle(call)
  }
  return [get(name, path, authorize, read, run), post(name, path, authorize, read, run)]
}

function authorizeMethod<S extends v.GenericSchema>(call: ChatCall, { tokens, scopes }: AnyOptions<S>): void {
  if (tokens === null) return
  call.responseHeaders['x-accepted-oauth-scopes'] = scopes.join(',')
  const { principal } = call
  if (principal === null) throw slackFailure('not_authed')
  if (!tokens.includes(principal.token.kind)) throw slackFailure('not_allowed_token_type')
  if (scopes.length > 0) requireScope(principal, scopes)
}

function checked<S extends v.GenericSchema>(
  call: ChatCall,
  { args, missing }: Pick<AnyOptions<S>, 'args' | 'missing'>,
  raw: RawArguments,
): { args: v.InferOutput<S> } {
  const result = v.safeParse(args, raw)
  if (result.success) return { args: result.output }
  const mistakes = problems(result.issues)
  if (missing !== undefined && mistakes.every(({ code }) => code === 'missing')) throw slackFailure(missing)
  throw call.dialect.invalid(mistakes, call)
}
