import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { maybe, maybeMetadata, maybeText, text } from '#auth-saas/rules/body-parts.ts'
import { get, post, type AuthCall } from '#auth-saas/call.ts'
import type { M2MToken, Machine } from '#auth-saas/schema/instance.ts'
import type { Metadata } from '#auth-saas/schema/people.ts'
import { authorizationInvalid, notFound, paramMissing } from '#auth-saas/errors.ts'
import { json } from '#auth-saas/json/answer.ts'
import { m2mTokenJson } from '#auth-saas/json/instance.ts'
import { pageOf, rowsOf } from '#auth-saas/rules/lists.ts'
import { machineJwt } from '#auth-saas/json/tokens.ts'
import { requireFreeMachineClaims } from '#auth-saas/rules/sessions/reserved-claims.ts'
import { commonFields, updatedNow } from '#auth-saas/rules/common-fields.ts'
import { loadOwnMachine, loadMachineToken } from '#auth-saas/steps/machines.ts'

const TokenInput = v.strictObject({
  seconds_until_expiration: maybe(v.pipe(v.number(), v.minValue(1), v.maxValue(315_360_000))),
  claims: maybeMetadata,
  min_remaining_ttl_seconds: maybe(v.number()),
  token_format: maybe(v.picklist(['opaque', 'jwt'])),
})

/** Returns a token of a machine. Only opaque ones are stored: one in the form of a JWT says everything itself. */
function newToken(call: AuthCall, machine: Machine, claims: Metadata | null, seconds: number | null): M2MToken {
  const { ids, clock } = call
  return {
    ...commonFields(call, 'mt', `mt_${ids.hex(32)}`),
    machineId: machine.id,
    token: `mt_${ids.secret.base62(48)}`,
    scopes: machine.scopedMachines,
    claims,
    revoked: false,
    revocationReason: null,
    lastUsedAt: null,
    expiresAt: seconds === null ? null : clock.now() + seconds * 1000,
  }
}

/** Returns the newest token of a machine with these claims that lives for so many seconds more; undefined for none. */
function tokenToReuse(
  { rows, clock }: AuthCall,
  { id }: Machine,
  claims: Metadata | null,
  least: number,
): M2MToken | undefined {
  const until = clock.now() + least * 1000
  return rows.m2mTokens
    .referring('machineId', id)
    .findLast(
      (row) =>
        !row.revoked &&
        (row.expiresAt === null || row.expiresAt >= until) &&
        JSON.stringify(row.claims) === JSON.stringify(claims),
    )
}

/** The operations about the tokens of machines. */
export const m2mTokensRoutes: readonly Route[] = [
  get('ListM2MTokens', '/v1/m2m_tokens', (call) => {
    const { rows, query, clock, principal } = call
    const subject = query.get('subject')
    if (subject === null) throw paramMissing('subject')
    // A machine lists its own tokens only.
    if (principal?.machineId !== null && principal?.machineId !== subject) throw authorizationInvalid()
    const list = rowsOf(call, rows.m2mTokens, {
      among: rows.m2mTokens.referring('machineId', subject),
      matches: (row) =>
        (query.get('revoked') === 'true' || !row.revoked) &&
        (query.get('expired') === 'true' || row.expiresAt === null || row.expiresAt > clock.now()),
    })
    return json({ m2m_tokens: pageOf(call, list).map((row) => m2mTokenJson(call, row)), total_count: list.total })
  }),

  post('CreateM2MToken', '/v1/m2m_tokens', loadOwnMachine, body(TokenInput), (call) => {
    const { rows, machine, body: input } = call
    requireFreeMachineClaims(input.claims ?? {})
    const seconds = input.seconds_until_expiration ?? null
    if (input.token_format === 'jwt') {
      const row = newToken(call, machine, input.claims ?? null, seconds ?? machine.defaultTokenTtl)
      return json(m2mTokenJson(call, row, machineJwt(call, row, seconds ?? machine.defaultTokenTtl)), 201)
    }
    const least = input.min_remaining_ttl_seconds ?? null
    const kept = least === null ? undefined : tokenToReuse(call, machine, input.claims ?? null, least)
    if (kept !== undefined) return json(m2mTokenJson(call, kept, kept.token), 201)
    const row = rows.m2mTokens.insert(newToken(call, machine, input.claims ?? null, seconds))
    return json(m2mTokenJson(call, row, row.token), 201)
  }),

  post(
    'RevokeM2MToken',
    '/v1/m2m_tokens/:token_id/revoke',
    loadMachineToken,
    body(v.strictObject({ revocation_reason: maybeText })),
    (call) => {
      const { rows, token, principal, body: input } = call
      // A machine can revoke its own tokens; a secret key of the instance those of every machine.
      if (principal?.machineId !== null && principal?.machineId !== token.machineId) throw authorizationInvalid()
      const changes = { revoked: true, revocationReason: input.revocation_reason ?? null, ...updatedNow(call) }
      return json(m2mTokenJson(call, rows.m2mTokens.update(token.id, changes)))
    },
  ),

  post('VerifyM2MToken', '/v1/m2m_tokens/verify', body(v.strictObject({ token: text })), (call) => {
    const { rows, clock, principal, body: input } = call
    const row = rows.m2mTokens.find('token', input.token)
    const isFor = principal?.machineId === null || row?.scopes.includes(principal?.machineId ?? '') === true
    const usable = row !== undefined && !row.revoked && (row.expiresAt === null || row.expiresAt > clock.now())
    if (row === undefined || !usable || !isFor) throw notFound('Machine token not found')
    return json(m2mTokenJson(call, rows.m2mTokens.update(row.id, { lastUsedAt: clock.now() })))
  }),
]
