import { paymentMethodConfigurationJson } from '#payments/json/payment-settings.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { boolean, hash, oneOf, text, type Param } from '#payments/protocol/params.ts'
import { addConfiguration, defaultMethodConfiguration } from '#payments/rules/payment-methods/configurations.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import {
  CONFIGURED_METHODS,
  type ConfiguredMethod,
  type DisplayPreference,
  type PaymentMethodConfiguration,
} from '#payments/schema/payment-settings.ts'
import type { PaymentsContext } from '#payments/call.ts'

/** The wish for one payment method, as requests have it. */
interface MethodInput {
  readonly display_preference?: { readonly preference?: DisplayPreference | undefined } | undefined
}

type MethodInputs = Readonly<Partial<Record<ConfiguredMethod, MethodInput | undefined>>>

const METHOD: Param<MethodInput> = hash({ display_preference: hash({ preference: oneOf('none', 'off', 'on') }) })

const METHODS = Object.fromEntries(CONFIGURED_METHODS.map((name) => [name, METHOD])) as Readonly<
  Record<ConfiguredMethod, Param<MethodInput>> // one for each name
>

const one = '/v1/payment_method_configurations/:configuration'

/** The payment methods that an account offers. https://docs.stripe.com/api/payment_method_configurations */
export const paymentMethodConfigurationsRoutes = [
  post(
    'PostPaymentMethodConfigurations',
    '/v1/payment_method_configurations',
    { ...METHODS, name: text({ max: 100 }), parent: text({ max: 100 }) },
    (call) => {
      const { account, input } = call
      const { name = 'Custom', parent = null } = input
      const preferences = preferencesOf({}, input)
      const created = addConfiguration(call, account, { isDefault: false, name, parent, preferences })
      return answer(call, paymentMethodConfigurationJson(created))
    },
  ),
  get(
    'GetPaymentMethodConfigurations',
    '/v1/payment_method_configurations',
    { ...LIST_PARAMS, active: boolean(), application: text() },
    (call) => {
      const { active } = call.input
      defaultMethodConfiguration(call, call.account)
      const where = (each: PaymentMethodConfiguration): boolean => active === undefined || each.active === active
      const found = newestFirst(call.rows.paymentMethodConfigurations, 'all', [call.account], where)
      return answerPage(call, found, 'payment method configuration', paymentMethodConfigurationJson)
    },
  ),
  get('GetPaymentMethodConfigurationsConfiguration', one, {}, (call) =>
    answer(call, paymentMethodConfigurationJson(findConfiguration(call, call.account, call.params.configuration))),
  ),
  post(
    'PostPaymentMethodConfigurationsConfiguration',
    one,
    { ...METHODS, active: boolean(), name: text({ max: 100 }) },
    (call) => {
      const { rows, account, input, params } = call
      const before = findConfiguration(call, account, params.configuration)
      const after = rows.paymentMethodConfigurations.update(before.id, {
        active: input.active ?? before.active,
        name: input.name ?? before.name,
        preferences: preferencesOf(before.preferences, input),
      })
      return answer(call, paymentMethodConfigurationJson(after))
    },
  ),
]

function findConfiguration(context: PaymentsContext, account: string, id: string): PaymentMethodConfiguration {
  const source = { param: 'configuration', inPath: true }
  return findRecord(context.rows.paymentMethodConfigurations, account, 'payment method configuration', id, source)
}

function preferencesOf(
  before: PaymentMethodConfiguration['preferences'],
  input: MethodInputs,
): PaymentMethodConfiguration['preferences'] {
  const given = CONFIGURED_METHODS.flatMap((name) => {
    const preference = input[name]?.display_preference?.preference
    return preference === undefined ? [] : [[name, preference] as const]
  })
  return { ...before, ...Object.fromEntries(given) }
}
