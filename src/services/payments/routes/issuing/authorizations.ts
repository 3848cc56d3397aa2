import { issuingAuthorizationJson } from '#payments/json/issuing.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { integer, isInRange, metadata, oneOf, range, text } from '#payments/protocol/params.ts'
import { decideByRequest } from '#payments/rules/issuing/authorizations.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import type { SignedCall } from '#payments/call.ts'
import type { IssuingAuthorization } from '#payments/schema/issuing.ts'

const one = '/v1/issuing/authorizations/:authorization'

/** The payments that issued cards are used for. https://docs.stripe.com/api/issuing/authorizations */
export const issuingAuthorizationsRoutes = [
  get(
    'GetIssuingAuthorizations',
    '/v1/issuing/authorizations',
    {
      ...LIST_PARAMS,
      card: text(),
      cardholder: text(),
      created: range(),
      status: oneOf('closed', 'expired', 'pending', 'reversed'),
    },
    (call) => {
      const { rows, account, input } = call
      const { card, cardholder, created, status } = input
      const isFiltered =
        created !== undefined || status !== undefined || (card !== undefined && cardholder !== undefined)
      const where = (each: IssuingAuthorization): boolean =>
        isInRange(each.created, created) &&
        (status === undefined || each.status === status) &&
        (cardholder === undefined || each.cardholder === cardholder)
      const filter = isFiltered ? where : undefined
      const all = rows.issuingAuthorizations
      const found =
        card !== undefined
          ? newestFirst(all, 'card', [account, card], filter)
          : cardholder !== undefined
            ? newestFirst(all, 'cardholder', [account, cardholder], filter)
            : newestFirst(all, 'all', [account], filter)
      return answerPage(call, found, 'issuing authorization', (each) => issuingAuthorizationJson(call, each))
    },
  ),
  get('GetIssuingAuthorizationsAuthorization', one, {}, (call) =>
    answer(call, issuingAuthorizationJson(call, findAuthorization(call, call.params.authorization))),
  ),
  post('PostIssuingAuthorizationsAuthorization', one, { metadata: metadata() }, (call) => {
    const before = findAuthorization(call, call.params.authorization)
    const merged = mergeMetadata(before.metadata, call.input.metadata)
    const after = call.rows.issuingAuthorizations.update(before.id, { metadata: merged })
    call.emit({ type: 'issuing_authorization.updated', kind: 'issuing.authorization', row: after, before })
    return answer(call, issuingAuthorizationJson(call, after))
  }),
  post(
    'PostIssuingAuthorizationsAuthorizationApprove',
    `${one}/approve`,
    { amount: integer({ min: 1 }), metadata: metadata() },
    (call) => {
      const before = findAuthorization(call, call.params.authorization)
      const merged = mergeMetadata(before.metadata, call.input.metadata)
      const decision = { approved: true, amount: call.input.amount, metadata: merged }
      return answer(call, issuingAuthorizationJson(call, decideByRequest(call, before, decision)))
    },
  ),
  post('PostIssuingAuthorizationsAuthorizationDecline', `${one}/decline`, { metadata: metadata() }, (call) => {
    const before = findAuthorization(call, call.params.authorization)
    const decision = { approved: false, metadata: mergeMetadata(before.metadata, call.input.metadata) }
    return answer(call, issuingAuthorizationJson(call, decideByRequest(call, before, decision)))
  }),
]

/** Returns the account's authorization that the path names. */
export function findAuthorization(
  { rows, account }: SignedCall & { readonly account: string },
  id: string,
): IssuingAuthorization {
  const source = { param: 'authorization', inPath: true }
  return findRecord(rows.issuingAuthorizations, account, 'issuing authorization', id, source)
}
