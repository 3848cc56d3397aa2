import * as v from 'valibot'
import { isRecord } from '#core/objects.ts'
import type { RecordContext } from '#oidc-d/call.ts'
import {
  TOKEN_HOOK,
  type InlineHook,
  type JsonObject,
  type PolicyRule,
  type TokenHookAnswer,
  type TokenPatch,
} from '#oidc-d/schema.ts'
import { objectAt } from '../json-objects.ts'

// https://developer.okta.com/docs/guides/token-inline-hook/

/** The part of a token that a hook is told of and may change; the lifetime is in seconds. */
export interface HookedToken {
  readonly claims: JsonObject
  readonly token: { readonly lifetime: { readonly expiration: number } }
}

/** The tokens that a request is about to make; null for one that it does not make. */
export interface HookedTokens {
  readonly access: HookedToken | null
  readonly identity: HookedToken | null
}

/** Thrown where tokens are about to be made and a hook has to be asked first. It undoes the attempt. */
export class TokenHookWanted extends Error {
  override name = 'TokenHookWanted'
  readonly hook: InlineHook
  readonly tokens: HookedTokens
  /** The JSON that the hook is sent. */
  readonly payload: JsonObject

  constructor(hook: InlineHook, tokens: HookedTokens, payload: JsonObject) {
    super(`${hook.name} has to be asked`)
    this.hook = hook
    this.tokens = tokens
    this.payload = payload
  }
}

/** Returns the active token hook that a rule of an access policy names; undefined for none. */
export function tokenHookOf({ rows }: Pick<RecordContext, 'rows'>, rule: PolicyRule | null): InlineHook | undefined {
  const hook = rule?.inlineHookId == null ? undefined : rows.inlineHooks.get(rule.inlineHookId)
  return hook?.status === 'ACTIVE' && hook.type === TOKEN_HOOK ? hook : undefined
}

const NOTHING = { access: [], identity: [], error: null, flaw: null } as const

/** The sentence for an error without a summary. */
const ERROR = 'The callback service returned an error'

const Commands = v.array(
  v.object({
    type: v.picklist(['com.okta.access.patch', 'com.okta.identity.patch']),
    value: v.array(
      v.object({
        op: v.picklist(['add', 'replace', 'remove']),
        path: v.pipe(v.string(), v.startsWith('/')),
        value: v.optional(v.unknown(), null),
      }),
    ),
  }),
)

/**
 * Reads what a token hook has answered. An answer with a command that cannot be carried out changes nothing at all, as
 * at the vendor.
 */
export function readTokenHookAnswer(hook: InlineHook, tokens: HookedTokens, answer: JsonObject): TokenHookAnswer {
  if (isRecord(answer['error'])) {
    const { errorSummary } = answer['error']
    return { ...NOTHING, hookId: hook.id, error: typeof errorSummary === 'string' ? errorSummary : ERROR }
  }
  const parsed = v.safeParse(Commands, answer['commands'] ?? [])
  if (!parsed.success) return unanswered(hook, 'its commands are not in the form of the vendor')
  const patchesOf = (type: string) =>
    parsed.output
      .filter((command) => command.type === type)
      .flatMap(({ value }) => value.map((each) => ({ ...each, path: namesOf(each.path) })))
  const [access, identity] = [patchesOf('com.okta.access.patch'), patchesOf('com.okta.identity.patch')]
  try {
    check('access', tokens.access, access)
    check('identity', tokens.identity, identity)
  } catch (error) {
    if (!(error instanceof PatchFlaw)) throw error
    return unanswered(hook, error.message)
  }
  return { ...NOTHING, hookId: hook.id, access, identity }
}

/** Returns the answer of a hook that gave none, with the reason: the tokens are made as if there were no hook. */
export function unanswered(hook: InlineHook, flaw: string): TokenHookAnswer {
  return { ...NOTHING, hookId: hook.id, flaw }
}

/** Thrown for a command that cannot be carried out. */
class PatchFlaw extends Error {
  override name = 'PatchFlaw'
}

/**
 * The claims that only the vendor sets, by the token.
 * https://support.okta.com/help/s/article/list-of-reserved-claim-names
 */
const RESERVED: Readonly<Record<keyof HookedTokens, ReadonlySet<string>>> = {
  access: new Set(
    (
      'ver jti iss token_type iat exp cid uid scp auth_time cnf ' + // those that a token has
      'acr amr as_uri rpt rsi username'
    ).split(' '),
  ),
  identity: new Set(
    (
      'ver jti iss token_type aud sub iat exp amr acr idp nonce auth_time at_hash c_hash cnf ' + // those that a token has
      'active aid app_id app_type client_id client_ip client_req_id client_type client_user_agent device_compliance ' +
      'device_id device_known device_managed device_name device_trust did dst group hotk idp_iss mac_key may_act oid ' +
      'okta_emailVerified okta_lastUpdated orig permissions purpose pwd_exp_days pwd_exp_time rid role scope scopes ' +
      'sid term user_ip'
    ).split(' '),
  ),
}

/** @throws PatchFlaw for the first patch that cannot be applied to the token. */
function check(name: keyof HookedTokens, token: HookedToken | null, patches: readonly TokenPatch[]): void {
  const [first] = patches
  if (first === undefined) return
  if (token === null) throw new PatchFlaw(`the request makes no token for com.okta.${name}.patch`)
  for (const { op, path, value } of patches) {
    const [part, claim = ''] = path
    if (part === 'token') checkLifetime(op, path, value)
    else if (part !== 'claims' || claim === '') throw new PatchFlaw(`/${path.join('/')} is no path of a claim`)
    else if (RESERVED[name].has(claim)) throw new PatchFlaw(`the claim ${claim} is reserved`)
    if (op === 'remove' && value !== null) throw new PatchFlaw('the value of remove must be null')
  }
  patchedToken(token, patches)
}

const DAY_IN_SECONDS = 86_400

function checkLifetime(op: string, path: readonly string[], value: unknown): void {
  if (op !== 'replace' || path.join('/') !== 'token/lifetime/expiration') {
    throw new PatchFlaw(`${op} of /${path.join('/')} is not possible`)
  }
  if (typeof value !== 'number' || value < 300 || value > DAY_IN_SECONDS) {
    throw new PatchFlaw(`the lifetime ${String(value)} is not between 300 and ${DAY_IN_SECONDS} seconds`)
  }
}

/**
 * Returns a token with the changes of a hook.
 *
 * @throws PatchFlaw for a change of what is not there.
 */
export function patchedToken(token: HookedToken, patches: readonly TokenPatch[]): HookedToken {
  let changed: unknown = token
  for (const patch of patches) changed = patched(changed, patch.path, patch)
  const expiration = objectAt(changed, 'token', 'lifetime')['expiration']
  return { claims: objectAt(changed, 'claims'), token: { lifetime: { expiration: Number(expiration) } } }
}

function patched(value: unknown, [name = '', ...rest]: readonly string[], patch: TokenPatch): unknown {
  if (Array.isArray(value)) return patchedList(value, name, rest, patch)
  if (!isRecord(value)) throw new PatchFlaw(`there is nothing at ${name} of /${patch.path.join('/')}`)
  const isThere = Object.hasOwn(value, name) && value[name] !== undefined
  if (!isThere && (rest.length > 0 || patch.op !== 'add')) throw new PatchFlaw(`there is no ${patch.path.join('/')}`)
  if (rest.length > 0) return { ...value, [name]: patched(value[name], rest, patch) }
  const { [name]: _before, ...others } = value
  return patch.op === 'remove' ? others : { ...value, [name]: patch.value }
}

function patchedList(list: readonly unknown[], name: string, rest: readonly string[], patch: TokenPatch): unknown {
  const isNew = rest.length === 0 && patch.op === 'add'
  const index = name === '-' && isNew ? list.length : Number(name)
  if (!/^(\d+|-)$/.test(name) || !(index < list.length + (isNew ? 1 : 0))) {
    throw new PatchFlaw(`${name} is no index of ${patch.path.join('/')}`)
  }
  if (rest.length > 0) return list.with(index, patched(list[index], rest, patch))
  const replaced = patch.op === 'remove' ? [] : [patch.value]
  return list.toSpliced(index, isNew ? 0 : 1, ...replaced)
}

/** Returns the names of a JSON pointer. RFC 6901 */
function namesOf(pointer: string): readonly string[] {
  return pointer
    .slice(1)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
}
