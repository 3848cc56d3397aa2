import { taxRegistrationJson } from '#payments/json/tax.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { anything, hashOf, oneOf, required, text, timestamp, unsettable } from '#payments/protocol/params.ts'
import { now } from '#payments/rules/new-id.ts'
import { MOMENT_OR_NOW } from '#payments/rules/billing/subscriptions/field-params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { addRegistration, statusOf } from '#payments/rules/tax/registrations.ts'
import { answer, answerPage, get, post } from '../route.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { TaxRegistration } from '#payments/schema/tax.ts'

const one = '/v1/tax/registrations/:id'

const byPath = { param: 'id', inPath: true }

/** Registrations to collect tax. https://docs.stripe.com/api/tax/registrations */
export const taxRegistrationsRoutes = [
  post(
    'PostTaxRegistrations',
    '/v1/tax/registrations',
    {
      active_from: required(MOMENT_OR_NOW),
      country: required(text()),
      country_options: required(hashOf(anything())),
      expires_at: timestamp(),
    },
    (call) => {
      const { active_from: from, country, country_options: countryOptions, expires_at: end = null } = call.input
      const activeFrom = momentOf(call, from)
      const created = addRegistration(call, call.account, { activeFrom, country, countryOptions, expiresAt: end })
      return answer(call, taxRegistrationJson(call, created))
    },
  ),
  get(
    'GetTaxRegistrations',
    '/v1/tax/registrations',
    { ...LIST_PARAMS, status: oneOf('active', 'all', 'expired', 'scheduled') },
    (call) => {
      const { status = 'all' } = call.input
      const at = now(call)
      const where = (each: TaxRegistration): boolean => status === 'all' || statusOf(each, at) === status
      const found = newestFirst(call.rows.taxRegistrations, 'all', [call.account], where)
      return answerPage(call, found, 'tax registration', (row) => taxRegistrationJson(call, row))
    },
  ),
  get('GetTaxRegistrationsId', one, {}, (call) => {
    const { rows, account, params } = call
    return answer(
      call,
      taxRegistrationJson(call, findRecord(rows.taxRegistrations, account, 'tax registration', params.id, byPath)),
    )
  }),
  post('PostTaxRegistrationsId', one, { active_from: MOMENT_OR_NOW, expires_at: unsettable(MOMENT_OR_NOW) }, (call) => {
    const { rows, account, input, params } = call
    const before = findRecord(rows.taxRegistrations, account, 'tax registration', params.id, byPath)
    const { active_from: from = before.activeFrom, expires_at: end = before.expiresAt } = input
    const after = rows.taxRegistrations.update(before.id, {
      activeFrom: momentOf(call, from),
      expiresAt: end === null ? null : momentOf(call, end),
    })
    return answer(call, taxRegistrationJson(call, after))
  }),
]

function momentOf(context: PaymentsContext, moment: number | 'now'): number {
  return moment === 'now' ? now(context) : moment
}
