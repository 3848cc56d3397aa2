import { balanceSettingsJson } from '#payments/json/balance-settings.ts'
import { BALANCE_PAYMENTS, changePayouts, changesOfBalance } from '#payments/rules/connect/payout-settings.ts'
import { answer, get, post } from '../route.ts'

/** How the account is paid out. https://docs.stripe.com/api/balance-settings */
export const balanceSettingsRoutes = [
  get('GetBalanceSettings', '/v1/balance_settings', {}, (call) =>
    answer(call, balanceSettingsJson(call.rows.accounts.require(call.account))),
  ),
  post('PostBalanceSettings', '/v1/balance_settings', { payments: BALANCE_PAYMENTS }, (call) => {
    const before = call.rows.accounts.require(call.account)
    const changes = changesOfBalance(before.payoutSettings, call.input.payments ?? {})
    const after = changePayouts(call, before, changes)
    call.emit({ type: 'balance_settings.updated', kind: 'balance_settings', row: after, before })
    return answer(call, balanceSettingsJson(after))
  }),
]
