import * as v from 'valibot'
import { body } from '#core/input.ts'
import type { Route } from '#core/routes.ts'
import { maybe, maybeMetadata, maybeText, text } from '#auth-saas/rules/body-parts.ts'
import { get, post } from '#auth-saas/call.ts'
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

/** The operations about the tokens of machines. */
export const m2mTokensRoutes: readonly Route[] = [
  get('ListM2MTokens', '/v1/m2m_tokens', (call) => {
    const { rows, query, clock } = call
    const subject = query.get('subject')
    if (subject === null) throw paramMissing('subject')
    const list = rowsOf(call, rows.m2mTokens, {
      among: rows.m2mTokens.referring('machineId', subject),
      matches: (row) =>
        (query.get('revoked') === 'true' || !row.revoked) &&
        (query.get('expired') === 'true' || row.expiresAt === null || row.expiresAt > clock.now()),
    })
    return json({ m2m_tokens: pageOf(call, list).map((row) => m2mTokenJson(call, row)), total_count: list.total })
  }),

  post('CreateM2MToken', '/v1/m2m_tokens', loadOwnMachine, body(TokenInput), (call) => {
    const { rows, ids, clock, machine, body: input } = call
    requireFreeMachineClaims(input.claims ?? {})
    const isJwt = input.token_format === 'jwt'
    const seconds = input.seconds_until_expiration ?? (isJwt ? machine.defaultTokenTtl : null)
    const row = rows.m2mTokens.insert({
      ...commonFields(call, 'mt'),
      machineId: machine.id,
      token: isJwt ? null : `mt_${ids.secret.base62(48)}`,
      scopes: machine.scopedMachines,
      claims: input.claims ?? null,
      revoked: false,
      revocationReason: null,
      expiresAt: seconds === null ? null : clock.now() + seconds * 1000,
    })
    return json(m2mTokenJson(call, row, row.token ?? machineJwt(call, row, seconds ?? machine.defaultTokenTtl)), 201)
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
    return json(m2mTokenJson(call, row))
  }),
]
