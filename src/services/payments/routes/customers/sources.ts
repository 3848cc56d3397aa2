import { json } from '#core/answer.ts'
import { missingParameter } from '#payments/errors.ts'
import { sourceJson } from '#payments/json/sources.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import { boolean, integer, list, metadata, oneOf } from '#payments/protocol/params.ts'
import { findLiveCustomer } from '#payments/rules/customers/find-customer.ts'
import {
  addSource,
  findSource,
  FORMER_SOURCES,
  isSource,
  removeSource,
  SOURCE,
  SOURCE_CHANGES,
  sourceIn,
  updateSource,
  verifySource,
} from '#payments/rules/customers/sources.ts'
import { isSourceObject } from '#payments/rules/sources/find-source.ts'
import { SOURCE_UPDATE } from '#payments/rules/sources/params.ts'
import type { PaymentMethod } from '#payments/schema/payments.ts'
import type { SignedCall } from '#payments/call.ts'
import { answer, answerPage, del, get, post } from '../route.ts'

const all = '/v1/customers/:customer/sources'
const one = `${all}/:source`

/** The cards and bank accounts of a customer, in the legacy way. https://docs.stripe.com/api/cards */
export const customerSourcesRoutes = [
  get(
    'GetCustomersCustomerSources',
    all,
    { ...LIST_PARAMS, object: oneOf('card', 'bank_account', 'source') },
    (call) => {
      const { id } = findLiveCustomer(call, call.account, call.params.customer, byPath)
      const { object } = call.input
      const where = (row: PaymentMethod): boolean => isSource(row, object)
      return answerPage(call, newestFirst(call.rows.paymentMethods, 'customer', [id], where), 'source', (row) =>
        sourceJson(call, row),
      )
    },
  ),
  post(
    'PostCustomersCustomerSources',
    all,
    { source: SOURCE, ...FORMER_SOURCES, validate: boolean(), metadata: metadata() },
    (call) => {
      const before = findLiveCustomer(call, call.account, call.params.customer, byPath)
      const source = sourceIn(call.input)
      if (source === undefined) throw missingParameter('source')
      const row = addSource(call, before, source, mergeMetadata({}, call.input.metadata))
      const after = call.rows.customers.require(before.id)
      call.emit({ type: 'customer.updated', kind: 'customer', row: after, before })
      return answer(call, sourceJson(call, row))
    },
  ),
  get('GetCustomersCustomerSourcesId', one, {}, (call) => answer(call, sourceJson(call, sourceOf(call)))),
  post(
    'PostCustomersCustomerSourcesId',
    one,
    { ...SOURCE_CHANGES, metadata: metadata(), owner: SOURCE_UPDATE.owner },
    (call) => answer(call, sourceJson(call, updateSource(call, sourceOf(call), call.input))),
  ),
  del('DeleteCustomersCustomerSourcesId', one, {}, (call) => {
    const row = sourceOf(call)
    removeSource(call, row)
    if (isSourceObject(row.id)) return answer(call, sourceJson(call, call.rows.paymentMethods.require(row.id)))
    return json({ id: row.id, object: row.card === null ? 'bank_account' : 'card', deleted: true })
  }),
  post('PostCustomersCustomerSourcesIdVerify', `${one}/verify`, { amounts: list(integer()) }, (call) =>
    answer(call, sourceJson(call, verifySource(call, sourceOf(call), call.input.amounts ?? []))),
  ),
]

const byPath = { param: 'customer', inPath: true }

type SourceCall = SignedCall & {
  readonly account: string
  readonly params: { readonly customer: string; readonly source: string }
}

/** Returns the source that the path names. */
function sourceOf(call: SourceCall): PaymentMethod {
  const { id } = findLiveCustomer(call, call.account, call.params.customer, byPath)
  return findSource(call, id, call.params.source, { param: 'id', inPath: true })
}
