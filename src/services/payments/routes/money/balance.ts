import { balanceJson } from '#payments/json/balance.ts'
import { answer, get } from '../route.ts'

/** The balance. https://docs.stripe.com/api/balance */
export const balanceRoutes = [
  get('GetBalance', '/v1/balance', {}, (call) => answer(call, balanceJson(call, call.account))),
]
