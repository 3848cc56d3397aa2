import { disputeJson } from '#payments/json/money/disputes.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  anything,
  boolean,
  hash,
  isInRange,
  metadata,
  oneOf,
  range,
  text,
  unsettable,
} from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { acceptDispute, answerDispute } from '#payments/rules/money/disputes.ts'
import { EVIDENCE } from '#payments/rules/money/dispute-evidence.ts'
import type { Dispute } from '#payments/schema/money.ts'

const one = '/v1/disputes/:dispute'

const byPath = { param: 'dispute', inPath: true }

const EVIDENCE_PARAMS = {
  ...Object.fromEntries(EVIDENCE.map((name) => [name, unsettable(text({ max: 20_000 }))])),
  enhanced_evidence: unsettable(
    hash({
      mastercard_compliance: hash({ fee_acknowledged: boolean() }),
      visa_compelling_evidence_3: anything(),
      visa_compliance: hash({ fee_acknowledged: boolean() }),
    }),
  ),
}

/** Disputes. https://docs.stripe.com/api/disputes */
export const disputesRoutes = [
  get(
    'GetDisputes',
    '/v1/disputes',
    { ...LIST_PARAMS, charge: text(), created: range(), payment_intent: text() },
    (call) => {
      const { charge, created, payment_intent: intent } = call.input
      const { disputes } = call.rows
      const where = (each: Dispute): boolean => each.account === call.account && isInRange(each.created, created)
      const found =
        charge !== undefined
          ? newestFirst(disputes, 'charge', [charge], where)
          : intent !== undefined
            ? newestFirst(disputes, 'intent', [intent], where)
            : newestFirst(disputes, 'all', [call.account], where)
      return answerPage(call, found, 'dispute', (each) => disputeJson(call, each))
    },
  ),
  get('GetDisputesDispute', one, {}, (call) =>
    answer(
      call,
      disputeJson(call, findRecord(call.rows.disputes, call.account, 'dispute', call.params.dispute, byPath)),
    ),
  ),
  post(
    'PostDisputesDispute',
    one,
    {
      evidence: hash(EVIDENCE_PARAMS),
      intended_submission_method: oneOf('manual', 'prefer_manual', 'prefer_smart_disputes', 'smart_disputes'),
      metadata: metadata(),
      submit: boolean(),
    },
    (call) => {
      const { rows, account, input } = call
      const before = findRecord(rows.disputes, account, 'dispute', call.params.dispute, byPath)
      const { evidence, submit = evidence !== undefined } = input
      const changes = mergeMetadata(before.metadata, input.metadata)
      if (evidence !== undefined || submit) {
        const answered = answerDispute(call, before, { evidence: evidence ?? {}, submit, metadata: changes })
        return answer(call, disputeJson(call, answered))
      }
      const after = rows.disputes.update(before.id, { metadata: changes })
      call.emit({ type: 'charge.dispute.updated', kind: 'dispute', row: after, before })
      return answer(call, disputeJson(call, after))
    },
  ),
  post('PostDisputesDisputeClose', `${one}/close`, {}, (call) => {
    const before = findRecord(call.rows.disputes, call.account, 'dispute', call.params.dispute, byPath)
    return answer(call, disputeJson(call, acceptDispute(call, before)))
  }),
]
