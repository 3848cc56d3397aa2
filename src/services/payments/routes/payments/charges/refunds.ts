import { noSuch } from '#payments/errors.ts'
import { chargeJson } from '#payments/json/money/charges.ts'
import { disputeJson } from '#payments/json/money/disputes.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { boolean, email, integer, metadata, oneOf, text } from '#payments/protocol/params.ts'
import { addRefund } from '#payments/rules/money/refunds.ts'
import { findRecord } from '#payments/rules/records.ts'
import { underFormerPath } from '../../former-path.ts'
import { answer, get, post } from '../../route.ts'
import { refundsRoutes } from '../refunds.ts'

const one = '/v1/charges/:charge'

const byPath = { param: 'charge', inPath: true }

const ofCharge = {
  adds: ({ charge = '' }: Readonly<Record<string, string>>) => ({ charge }),
  checks: (
    call: Parameters<typeof addRefund>[0] & { readonly params: Readonly<Record<string, string>> },
    account: string,
  ) => {
    findRecord(call.rows.charges, account, 'charge', call.params['charge'] ?? '', byPath)
  },
}

/** The refunds and the dispute of a charge, under the paths that older SDKs call. */
export const chargeRefundsRoutes = [
  underFormerPath(refundsRoutes, 'PostRefunds', 'PostChargesChargeRefunds', `${one}/refunds`, ofCharge),
  underFormerPath(refundsRoutes, 'GetRefunds', 'GetChargesChargeRefunds', `${one}/refunds`, ofCharge),
  ...['Get', 'Post'].map((verb) =>
    underFormerPath(
      refundsRoutes,
      `${verb}RefundsRefund`,
      `${verb}ChargesChargeRefundsRefund`,
      `${one}/refunds/:refund`,
      { checks: ofCharge.checks },
    ),
  ),
  post(
    'PostChargesChargeRefund',
    `${one}/refund`,
    {
      amount: integer({ min: 1 }),
      instructions_email: email(),
      metadata: metadata(),
      payment_intent: text(),
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
      refund_application_fee: boolean(),
      reverse_transfer: boolean(),
    },
    (call) => {
      const { rows, account, input } = call
      const charge = findRecord(rows.charges, account, 'charge', call.params.charge, byPath)
      addRefund(call, charge, {
        amount: input.amount,
        reason: input.reason,
        metadata: mergeMetadata({}, input.metadata),
        reverseTransfer: input.reverse_transfer,
        refundApplicationFee: input.refund_application_fee,
        instructionsEmail: input.instructions_email,
      })
      return answer(call, chargeJson(call, rows.charges.require(charge.id)))
    },
  ),
  get('GetChargesChargeDispute', `${one}/dispute`, {}, (call) => {
    const { id } = findRecord(call.rows.charges, call.account, 'charge', call.params.charge, byPath)
    const dispute = call.rows.disputes.list('charge', id).at(-1)
    if (dispute === undefined) throw noSuch('dispute', id, 'charge', 404)
    return answer(call, disputeJson(call, dispute))
  }),
]
