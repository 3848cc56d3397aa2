import { detailTokenJson } from '#payments/json/persons-v2.ts'
import { momentJson } from '#payments/json/thin-events.ts'
import type { ValuesOf } from '#payments/protocol/params.ts'
import { ACCOUNT_TOKEN } from '#payments/rules/connect/v2/params.ts'
import { addDetailToken, findDetailToken } from '#payments/rules/connect/v2/tokens.ts'
import { now } from '#payments/rules/new-id.ts'
import type { SignedCall } from '#payments/call.ts'
import type { Wire } from '#payments/schema/payments.ts'
import { answer, get, post } from '../../route.ts'

/** Tokens by which a client tells of an account. https://docs.stripe.com/api/v2/core/account-tokens */
export const accountTokensV2Routes = [
  post(
    'PostV2CoreAccountTokens',
    '/v2/core/account_tokens',
    ACCOUNT_TOKEN,
    (call) => {
      const details = withDeclarations(call, call.input)
      return answer(call, detailTokenJson(addDetailToken(call, call.account, 'account', details)))
    },
    { publishable: true },
  ),
  get('GetV2CoreAccountTokensToken', '/v2/core/account_tokens/:token', {}, (call) =>
    answer(call, detailTokenJson(findDetailToken(call, call.account, 'account', call.params.token))),
  ),
]

/** Returns what a token tells, with the moment and the client of each declaration and of the accepted terms. */
function withDeclarations(call: SignedCall, { identity, ...others }: ValuesOf<typeof ACCOUNT_TOKEN>): Wire {
  if (identity?.attestations === undefined) return { ...others, identity }
  const { persons_provided, terms_of_service: terms, ...declarations } = identity.attestations
  const made = { date: momentJson(now(call)), ip: call.clientAddress, user_agent: call.header('user-agent') ?? null }
  const attested = Object.entries(declarations).flatMap(([name, declaration]) =>
    declaration?.attested === true ? [[name, made]] : [],
  )
  const attestations = {
    ...Object.fromEntries(attested),
    ...(persons_provided === undefined ? {} : { persons_provided }),
    ...(terms?.account?.shown_and_accepted === true ? { terms_of_service: { account: made } } : {}),
  }
  return { ...others, identity: { ...identity, attestations } }
}
