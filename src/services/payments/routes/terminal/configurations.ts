import { json } from '#core/answer.ts'
import { terminalConfigurationJson } from '#payments/json/terminal.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import {
  boolean,
  hash,
  integer,
  list,
  number,
  oneOf,
  required,
  text,
  unsettable,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { findRecord, newRecord, type IdSource } from '#payments/rules/records.ts'
import { defaultConfiguration } from '#payments/rules/terminal/readers.ts'
import { answer, answerPage, del, get, post } from '../route.ts'
import { invalidRequest } from '#payments/errors.ts'
import type { SignedCall } from '#payments/call.ts'
import type { TerminalConfiguration } from '#payments/schema/terminal.ts'

const one = '/v1/terminal/configurations/:configuration'

const SPLASHSCREEN = unsettable(hash({ splashscreen: unsettable(text()) }))

const TIPS = hash({ fixed_amounts: list(integer()), percentages: list(integer()), smart_tip_threshold: integer() })

const TIP_CURRENCIES = 'aed aud cad chf czk dkk eur gbp gip hkd huf jpy mxn myr nok nzd pln ron sek sgd usd'.split(' ')

const HOUR = required(number({ min: 0, max: 23 }))

const SETTINGS = {
  bbpos_wisepad3: SPLASHSCREEN,
  bbpos_wisepos_e: SPLASHSCREEN,
  cellular: unsettable(hash({ enabled: required(boolean()) })),
  offline: unsettable(hash({ enabled: required(boolean()) })),
  reader_security: unsettable(hash({ admin_menu_passcode: unsettable(text()) })),
  reboot_window: unsettable(hash({ end_hour: HOUR, start_hour: HOUR })),
  stripe_s700: SPLASHSCREEN,
  stripe_s710: SPLASHSCREEN,
  stripe_t600: SPLASHSCREEN,
  tipping: unsettable(hash(Object.fromEntries(TIP_CURRENCIES.map((currency) => [currency, TIPS])))),
  verifone_m425: SPLASHSCREEN,
  verifone_p400: SPLASHSCREEN,
  verifone_p630: SPLASHSCREEN,
  verifone_ux700: SPLASHSCREEN,
  verifone_v660p: SPLASHSCREEN,
  wifi: unsettable(
    hash({
      enterprise_eap_peap: hash({
        ca_certificate_file: text(),
        password: required(text()),
        ssid: required(text()),
        username: required(text()),
      }),
      enterprise_eap_tls: hash({
        ca_certificate_file: text(),
        client_certificate_file: required(text()),
        private_key_file: required(text()),
        private_key_file_password: text(),
        ssid: required(text()),
      }),
      personal_psk: hash({ password: required(text()), ssid: required(text()) }),
      type: required(oneOf('enterprise_eap_peap', 'enterprise_eap_tls', 'personal_psk')),
    }),
  ),
}

const INPUT = { ...SETTINGS, name: text({ max: 100 }) }

type Call = SignedCall & { readonly account: string }

/** The settings of readers. https://docs.stripe.com/api/terminal/configuration */
export const terminalConfigurationsRoutes = [
  post('PostTerminalConfigurations', '/v1/terminal/configurations', INPUT, (call) => {
    const { rows, account, input } = call
    defaultConfiguration(call, account)
    const { name = null, ...settings } = input
    const created = rows.terminalConfigurations.insert({
      ...newRecord(call, account, 'tmc_', { length: 14 }),
      isAccountDefault: false,
      name,
      settings: merged(call, {}, settings),
    })
    return answer(call, terminalConfigurationJson(created))
  }),
  get(
    'GetTerminalConfigurations',
    '/v1/terminal/configurations',
    { ...LIST_PARAMS, is_account_default: boolean() },
    (call) => {
      const { rows, account, input } = call
      defaultConfiguration(call, account)
      const { is_account_default: isDefault } = input
      const found =
        isDefault === undefined
          ? newestFirst(rows.terminalConfigurations, 'all', [account])
          : newestFirst(rows.terminalConfigurations, 'default', [account, isDefault])
      return answerPage(call, found, 'terminal configuration', terminalConfigurationJson)
    },
  ),
  get('GetTerminalConfigurationsConfiguration', one, {}, (call) =>
    answer(call, terminalConfigurationJson(findConfiguration(call, call.params.configuration))),
  ),
  post('PostTerminalConfigurationsConfiguration', one, INPUT, (call) => {
    const before = findConfiguration(call, call.params.configuration)
    const { name = before.name, ...settings } = call.input
    const changes = { name, settings: merged(call, before.settings, settings) }
    return answer(call, terminalConfigurationJson(call.rows.terminalConfigurations.update(before.id, changes)))
  }),
  del('DeleteTerminalConfigurationsConfiguration', one, {}, (call) => {
    const { id, isAccountDefault } = findConfiguration(call, call.params.configuration)
    if (isAccountDefault) throw invalidRequest("You cannot delete the account's default configuration.")
    call.rows.terminalConfigurations.delete(id)
    return json({ id, object: 'terminal.configuration', deleted: true })
  }),
]

/** Returns the account's configuration that the path or a parameter names. */
export function findConfiguration(
  { rows, account }: Call,
  id: string,
  source: IdSource = { param: 'configuration', inPath: true },
): TerminalConfiguration {
  return findRecord(rows.terminalConfigurations, account, 'terminal configuration', id, source)
}

/** Returns settings after a change: those that the request unsets are gone. */
function merged(
  call: Call,
  before: TerminalConfiguration['settings'],
  changes: Partial<ValuesOf<typeof SETTINGS>>,
): TerminalConfiguration['settings'] {
  for (const [name, each] of Object.entries(changes)) {
    if (each === null || each === undefined || !('splashscreen' in each) || typeof each.splashscreen !== 'string')
      continue
    findRecord(call.rows.files, call.account, 'file', each.splashscreen, { param: `${name}[splashscreen]` })
  }
  const entries = Object.entries({ ...before, ...changes }).filter(
    ([, each]) => each !== null && each !== undefined && Object.values(each).some((value) => value !== null),
  )
  return Object.fromEntries(entries)
}
