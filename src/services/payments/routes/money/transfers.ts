import { invalidRequest } from '#payments/errors.ts'
import { transferJson, transferReversalJson } from '#payments/json/money/transfers.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  boolean,
  currency,
  integer,
  isInRange,
  metadata,
  oneOf,
  range,
  required,
  text,
  unsettable,
} from '#payments/protocol/params.ts'
import { now } from '#payments/rules/new-id.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import { findConnectedAccount } from '#payments/rules/connect/find-account.ts'
import { balancesOf } from '#payments/rules/money/balance-transactions.ts'
import { addTransfer } from '#payments/rules/money/connect.ts'
import { addReversal } from '#payments/rules/money/reversals.ts'
import type { Charge, Transfer, TransferReversal } from '#payments/schema/money.ts'
import type { PaymentsContext } from '#payments/call.ts'

const one = '/v1/transfers/:transfer'

const byPath = (param: string) => ({ param, inPath: true })

/** Transfers to connected accounts, and their reversals. https://docs.stripe.com/api/transfers */
export const transfersRoutes = [
  post(
    'PostTransfers',
    '/v1/transfers',
    {
      amount: integer({ min: 1 }),
      currency: required(currency()),
      description: text(),
      destination: required(text()),
      metadata: metadata(),
      source_transaction: text(),
      source_type: oneOf('bank_account', 'card', 'fpx'),
      transfer_group: text(),
    },
    (call) => {
      const { input, account, rows } = call
      findConnectedAccount(call, input.destination, 'destination')
      const source =
        input.source_transaction === undefined
          ? undefined
          : findRecord(rows.charges, account, 'charge', input.source_transaction, { param: 'source_transaction' })
      const amount = input.amount ?? source?.amountCaptured
      if (amount === undefined)
        throw invalidRequest('Missing required param: amount.', { code: 'parameter_missing', param: 'amount' })
      checkFunds(call, account, amount, input.currency, source)
      const transfer = addTransfer(call, account, {
        amount,
        currency: input.currency,
        description: input.description ?? null,
        destination: input.destination,
        metadata: mergeMetadata({}, input.metadata),
        sourceTransaction: source?.id ?? null,
        transferGroup:
          input.transfer_group ?? (source === undefined ? null : (source.transferGroup ?? `group_${source.id}`)),
      })
      return answer(call, transferJson(call, transfer))
    },
  ),
  get(
    'GetTransfers',
    '/v1/transfers',
    { ...LIST_PARAMS, created: range(), destination: text(), transfer_group: text() },
    (call) => {
      const { created, destination, transfer_group: group } = call.input
      const where = (each: Transfer): boolean =>
        isInRange(each.created, created) &&
        (destination === undefined || each.destination === destination) &&
        (group === undefined || each.transferGroup === group)
      const found = newestFirst(call.rows.transfers, 'all', [call.account], where)
      return answerPage(call, found, 'transfer', (each) => transferJson(call, each))
    },
  ),
  get('GetTransfersTransfer', one, {}, (call) =>
    answer(call, transferJson(call, findTransfer(call, call.account, call.params))),
  ),
  post('PostTransfersTransfer', one, { description: unsettable(text()), metadata: metadata() }, (call) => {
    const before = findTransfer(call, call.account, call.params)
    const { description = before.description, metadata } = call.input
    const after = call.rows.transfers.update(before.id, {
      description,
      metadata: mergeMetadata(before.metadata, metadata),
    })
    call.emit({ type: 'transfer.updated', kind: 'transfer', row: after, before })
    return answer(call, transferJson(call, after))
  }),
  post(
    'PostTransfersIdReversals',
    `${one}/reversals`,
    { amount: integer({ min: 1 }), description: text(), metadata: metadata(), refund_application_fee: boolean() },
    (call) => {
      const transfer = findTransfer(call, call.account, call.params)
      const { amount = transfer.amount - transfer.amountReversed, metadata } = call.input
      const reversal = addReversal(call, transfer, amount, { metadata: mergeMetadata({}, metadata) })
      return answer(call, transferReversalJson(reversal))
    },
  ),
  get('GetTransfersIdReversals', `${one}/reversals`, LIST_PARAMS, (call) => {
    const { id } = findTransfer(call, call.account, call.params)
    return answerPage(
      call,
      newestFirst(call.rows.transferReversals, 'transfer', [id]),
      'transfer_reversal',
      transferReversalJson,
    )
  }),
  get('GetTransfersTransferReversalsId', `${one}/reversals/:id`, {}, (call) =>
    answer(call, transferReversalJson(findReversal(call, call.account, call.params))),
  ),
  post('PostTransfersTransferReversalsId', `${one}/reversals/:id`, { metadata: metadata() }, (call) => {
    const before = findReversal(call, call.account, call.params)
    const after = call.rows.transferReversals.update(before.id, {
      metadata: mergeMetadata(before.metadata, call.input.metadata),
    })
    return answer(call, transferReversalJson(after))
  }),
]

/** @throws 400 for more than the balance has, or for more than is left of the charge that a transfer is made from. */
function checkFunds(
  context: PaymentsContext,
  account: string,
  amount: number,
  currency: string,
  source: Pick<Charge, 'id' | 'amountCaptured' | 'paid'> | undefined,
): void {
  const { rows } = context
  const held = source?.paid === true ? source.amountCaptured : 0
  const available =
    source === undefined
      ? (balancesOf(context, account, now(context)).find((each) => each.currency === currency)?.available ?? 0)
      : held - rows.transfers.list('source', source.id).reduce((sum, each) => sum + each.amount, 0)
  if (amount <= available) return
  throw invalidRequest(
    source === undefined
      ? 'You have insufficient available funds in your Stripe account. Try adding funds directly to your available balance by creating Charges using the 4000000000000077 test card. See: https://stripe.com/docs/testing#available-balance'
      : `Transfers using this transaction as a source must not exceed the source amount of ${held}: ${available} is left of it.`,
    { code: 'balance_insufficient', param: 'amount' },
  )
}

function findTransfer(
  { rows }: PaymentsContext,
  account: string,
  { transfer }: { readonly transfer: string },
): Transfer {
  return findRecord(rows.transfers, account, 'transfer', transfer, byPath('transfer'))
}

function findReversal(
  context: PaymentsContext,
  account: string,
  { transfer, id }: { readonly transfer: string; readonly id: string },
): TransferReversal {
  findTransfer(context, account, { transfer })
  return findRecord(context.rows.transferReversals, account, 'transfer_reversal', id, byPath('id'))
}
