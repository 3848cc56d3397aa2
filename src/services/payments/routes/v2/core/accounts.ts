import { accountV2Json } from '#payments/json/accounts-v2.ts'
import { LIST_V2_PARAMS, pageV2Json } from '#payments/protocol/list-v2.ts'
import { boolean } from '#payments/protocol/params.ts'
import {
  addAccountV2,
  closeAccountV2,
  findAccountV2,
  updateAccountV2,
  v2Of,
} from '#payments/rules/connect/v2/accounts.ts'
import { ACCOUNT_V2, APPLIED, INCLUDE_V2 } from '#payments/rules/connect/v2/params.ts'
import type { Account } from '#payments/schema/connect.ts'
import { answer, get, post } from '../../route.ts'

const all = '/v2/core/accounts'
const one = `${all}/:account` as const

/** Accounts as the second version of the API has them. https://docs.stripe.com/api/v2/core/accounts */
export const accountsV2Routes = [
  post('PostV2CoreAccounts', all, { ...ACCOUNT_V2, ...INCLUDE_V2 }, (call) =>
    answer(call, accountV2Json(call, addAccountV2(call, call.input), call.input.include)),
  ),
  get('GetV2CoreAccounts', all, { ...LIST_V2_PARAMS, ...APPLIED, closed: boolean() }, (call) => {
    const { rows, input } = call
    const { applied_configurations: applied = [], closed: isClosed = false } = input
    const platform = rows.platform.get()
    const where = (account: Account): boolean => {
      const { configurations, closed } = v2Of(account)
      const isAsked = applied.every((each) => configurations[each] !== undefined)
      return account.id !== platform && !account.deleted && closed === isClosed && isAsked
    }
    const found = rows.accounts.walk('all', [platform], { descending: true, where })
    return answer(
      call,
      pageV2Json(found, input, call.path, (account) => accountV2Json(call, account)),
    )
  }),
  get('GetV2CoreAccountsAccount', one, INCLUDE_V2, (call) =>
    answer(call, accountV2Json(call, findAccountV2(call, call.params.account), call.input.include)),
  ),
  post('PostV2CoreAccountsAccount', one, { ...ACCOUNT_V2, ...INCLUDE_V2 }, (call) => {
    const before = findAccountV2(call, call.params.account)
    return answer(call, accountV2Json(call, updateAccountV2(call, before, call.input), call.input.include))
  }),
  post('PostV2CoreAccountsAccountClose', `${one}/close`, APPLIED, (call) => {
    const before = findAccountV2(call, call.params.account)
    return answer(call, accountV2Json(call, closeAccountV2(call, before, call.input.applied_configurations)))
  }),
]
