import { accountJson } from '#payments/json/accounts.ts'
import { answer, get } from '../route.ts'
import { findConnectedAccount } from '#payments/rules/connect/find-account.ts'

/** The account of the key. https://docs.stripe.com/api/accounts/retrieve */
export const accountRoutes = [
  get('GetAccount', '/v1/account', {}, (call) =>
    answer(call, accountJson(call, findConnectedAccount(call, call.account, 'account'))),
  ),
]
