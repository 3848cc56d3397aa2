import { missingParameter } from '#payments/errors.ts'
import { issuingDisputeJson } from '#payments/json/issuing.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { integer, isInRange, metadata, oneOf, range, text, unsupported } from '#payments/protocol/params.ts'
import { openIssuingDispute, submitIssuingDispute, updateIssuingDispute } from '#payments/rules/issuing/disputes.ts'
import { EVIDENCE, evidenceOf } from '#payments/rules/issuing/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { findTransaction } from './transactions.ts'
import type { SignedCall } from '#payments/call.ts'
import type { IssuingDispute } from '#payments/schema/issuing.ts'

const one = '/v1/issuing/disputes/:dispute'

/** Disputes of cardholders with merchants. https://docs.stripe.com/api/issuing/disputes */
export const issuingDisputesRoutes = [
  post(
    'PostIssuingDisputes',
    '/v1/issuing/disputes',
    {
      amount: integer({ min: 1 }),
      evidence: EVIDENCE,
      metadata: metadata(),
      transaction: text(),
      treasury: unsupported(),
    },
    (call) => {
      const { amount, evidence, transaction } = call.input
      if (transaction === undefined) throw missingParameter('transaction')
      const dispute = openIssuingDispute(call, findTransaction(call, transaction, { param: 'transaction' }), {
        amount,
        evidence: evidenceOf(evidence),
        metadata: mergeMetadata({}, call.input.metadata),
      })
      return answer(call, issuingDisputeJson(dispute))
    },
  ),
  get(
    'GetIssuingDisputes',
    '/v1/issuing/disputes',
    {
      ...LIST_PARAMS,
      created: range(),
      status: oneOf('expired', 'lost', 'submitted', 'unsubmitted', 'won'),
      transaction: text(),
    },
    (call) => {
      const { rows, account, input } = call
      const { created, status, transaction } = input
      const where = (each: IssuingDispute): boolean =>
        isInRange(each.created, created) && (status === undefined || each.status === status)
      const filter = created === undefined && status === undefined ? undefined : where
      const found =
        transaction === undefined
          ? newestFirst(rows.issuingDisputes, 'all', [account], filter)
          : newestFirst(rows.issuingDisputes, 'transaction', [account, transaction], filter)
      return answerPage(call, found, 'issuing dispute', issuingDisputeJson)
    },
  ),
  get('GetIssuingDisputesDispute', one, {}, (call) =>
    answer(call, issuingDisputeJson(findDispute(call, call.params.dispute))),
  ),
  post(
    'PostIssuingDisputesDispute',
    one,
    { amount: integer({ min: 1 }), evidence: EVIDENCE, metadata: metadata() },
    (call) => {
      const before = findDispute(call, call.params.dispute)
      const { amount = before.amount, evidence } = call.input
      const dispute = updateIssuingDispute(call, before, {
        amount,
        evidence: evidenceOf(evidence, before.evidence),
        metadata: mergeMetadata(before.metadata, call.input.metadata),
      })
      return answer(call, issuingDisputeJson(dispute))
    },
  ),
  post('PostIssuingDisputesDisputeSubmit', `${one}/submit`, { metadata: metadata() }, (call) => {
    const before = findDispute(call, call.params.dispute)
    const merged = mergeMetadata(before.metadata, call.input.metadata)
    const dispute = call.rows.issuingDisputes.update(before.id, { metadata: merged })
    return answer(call, issuingDisputeJson(submitIssuingDispute(call, dispute)))
  }),
]

function findDispute({ rows, account }: SignedCall & { readonly account: string }, id: string): IssuingDispute {
  return findRecord(rows.issuingDisputes, account, 'issuing dispute', id, { param: 'dispute', inPath: true })
}
