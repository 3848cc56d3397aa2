import { calculationLineJson, taxCalculationJson } from '#payments/json/tax.ts'
import { LIST_PARAMS, listOfRows } from '#payments/protocol/list.ts'
import { currency, required } from '#payments/protocol/params.ts'
import { findRecord } from '#payments/rules/records.ts'
import { addCalculation, CALCULATION_INPUT } from '#payments/rules/tax/calculations.ts'
import { answer, answerPage, get, post } from '../route.ts'

const one = '/v1/tax/calculations/:calculation'

const byPath = { param: 'calculation', inPath: true }

/** Calculations of tax. https://docs.stripe.com/api/tax/calculations */
export const taxCalculationsRoutes = [
  post(
    'PostTaxCalculations',
    '/v1/tax/calculations',
    { ...CALCULATION_INPUT, currency: required(currency()) },
    (call) => answer(call, taxCalculationJson(addCalculation(call, call.account, call.input))),
  ),
  get('GetTaxCalculationsCalculation', one, {}, (call) => {
    const { rows, account, params } = call
    return answer(
      call,
      taxCalculationJson(findRecord(rows.taxCalculations, account, 'tax calculation', params.calculation, byPath)),
    )
  }),
  get('GetTaxCalculationsCalculationLineItems', `${one}/line_items`, LIST_PARAMS, (call) => {
    const { rows, account, params } = call
    const found = findRecord(rows.taxCalculations, account, 'tax calculation', params.calculation, byPath)
    return answerPage(call, listOfRows(found.lines), 'line item', (line) => calculationLineJson(found, line))
  }),
]
