import { taxSettingsJson } from '#payments/json/tax.ts'
import { hash, oneOf, required, text } from '#payments/protocol/params.ts'
import { ADDRESS, addressOf } from '#payments/protocol/shared-params.ts'
import { settingsOf } from '#payments/rules/tax/settings.ts'
import { answer, get, post } from '../route.ts'

/** The settings of tax. https://docs.stripe.com/api/tax/settings */
export const taxSettingsRoutes = [
  get('GetTaxSettings', '/v1/tax/settings', {}, (call) =>
    answer(call, taxSettingsJson(settingsOf(call, call.account))),
  ),
  post(
    'PostTaxSettings',
    '/v1/tax/settings',
    {
      defaults: hash({ tax_behavior: oneOf('exclusive', 'inclusive', 'inferred_by_currency'), tax_code: text() }),
      head_office: hash({ address: required(hash(ADDRESS)) }),
    },
    (call) => {
      const { rows, account, input } = call
      const { defaults = {}, head_office: office } = input
      const before = settingsOf(call, account)
      const after = {
        headOffice: office === undefined ? before.headOffice : addressOf(office.address),
        taxBehavior: defaults.tax_behavior ?? before.taxBehavior,
        taxCode: defaults.tax_code ?? before.taxCode,
      }
      rows.taxSettings.set(after, account)
      call.emit({
        type: 'tax.settings.updated',
        kind: 'tax.settings',
        row: { account, ...after },
        before: { account, ...before },
      })
      return answer(call, taxSettingsJson(after))
    },
  ),
]
