import {
  anything,
  boolean,
  email,
  hash,
  integer,
  oneOf,
  required,
  text,
  timestamp,
  unsettable,
  type Param,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { ADDRESS, addressOf } from '#payments/protocol/shared-params.ts'
import type { Account, AccountSettings, Company } from '#payments/schema/connect.ts'
import { SCRIPT_ADDRESS, scriptAddressOf } from './persons.ts'
import { ACCOUNT_PAYOUTS } from './payout-settings.ts'

const REVENUE = { amount: required(integer()), currency: required(text()) }

/** A text that may be empty. */
const DESCRIPTION: Param<string> = {
  read: (raw, path) => (raw === '' ? '' : text({ max: 40_000 }).read(raw, path)),
}

/** The parameters of what an account's business does. */
export const BUSINESS_PROFILE = {
  annual_revenue: hash({ ...REVENUE, fiscal_year_end: required(text()) }),
  estimated_worker_count: integer({ min: 0 }),
  mcc: text({ max: 4 }),
  minority_owned_business_designation: anything(),
  monthly_estimated_revenue: hash(REVENUE),
  name: text(),
  product_description: DESCRIPTION,
  specified_commercial_transactions_act_url: unsettable(text()),
  support_address: hash(ADDRESS),
  support_email: unsettable(email()),
  support_phone: unsettable(text()),
  support_url: unsettable(text()),
  url: unsettable(text()),
}

/** The parameters of the company that an account belongs to. */
export const COMPANY = {
  address: hash(ADDRESS),
  address_kana: hash(SCRIPT_ADDRESS),
  address_kanji: hash(SCRIPT_ADDRESS),
  directors_provided: boolean(),
  directorship_declaration: anything(),
  executives_provided: boolean(),
  export_license_id: text(),
  export_purpose_code: text(),
  name: text({ max: 100 }),
  name_kana: text({ max: 100 }),
  name_kanji: text({ max: 100 }),
  owners_provided: boolean(),
  ownership_declaration: hash({ date: timestamp(), ip: text(), user_agent: text() }),
  ownership_exemption_reason: unsettable(text()),
  phone: text(),
  registration_date: anything(),
  registration_number: text(),
  representative_declaration: anything(),
  structure: unsettable(
    oneOf(
      'free_zone_establishment',
      'free_zone_llc',
      'government_instrumentality',
      'governmental_unit',
      'incorporated_non_profit',
      'incorporated_partnership',
      'limited_liability_partnership',
      'llc',
      'multi_member_llc',
      'private_company',
      'private_corporation',
      'private_partnership',
      'public_company',
      'public_corporation',
      'public_partnership',
      'registered_charity',
      'single_member_llc',
      'sole_establishment',
      'sole_proprietorship',
      'tax_exempt_government_instrumentality',
      'unincorporated_association',
      'unincorporated_non_profit',
      'unincorporated_partnership',
    ),
  ),
  tax_id: text(),
  tax_id_registrar: text(),
  vat_id: text(),
  verification: hash({ document: hash({ back: unsettable(text()), front: unsettable(text()) }) }),
}

const SERVICE_TERMS = hash({
  tos_acceptance: hash({ date: timestamp(), ip: text(), user_agent: unsettable(text()) }),
})

/** The parameters of an account's settings, beside those of its payouts. */
const SETTINGS = {
  bacs_debit_payments: hash({ display_name: text() }),
  branding: hash({
    icon: unsettable(text()),
    logo: unsettable(text()),
    primary_color: unsettable(text()),
    secondary_color: unsettable(text()),
  }),
  card_issuing: SERVICE_TERMS,
  card_payments: hash({
    decline_on: hash({ avs_failure: boolean(), cvc_failure: boolean() }),
    statement_descriptor_prefix: unsettable(text({ max: 10 })),
    statement_descriptor_prefix_kana: unsettable(text({ max: 10 })),
    statement_descriptor_prefix_kanji: unsettable(text({ max: 10 })),
  }),
  invoices: anything(),
  payments: hash({
    statement_descriptor: unsettable(text({ max: 22 })),
    statement_descriptor_kana: unsettable(text({ max: 22 })),
    statement_descriptor_kanji: unsettable(text({ max: 22 })),
  }),
  treasury: SERVICE_TERMS,
}

/** {@link SETTINGS} with those of payouts. */
export const ACCOUNT_SETTINGS = { ...SETTINGS, payouts: ACCOUNT_PAYOUTS }

/** The parameters of the acceptance of the vendor's terms. */
export const TOS_ACCEPTANCE = {
  date: timestamp(),
  ip: text(),
  service_agreement: oneOf('full', 'recipient'),
  user_agent: text(),
}

/** The parameters of who is responsible for a new account. */
export const CONTROLLER = {
  fees: hash({ payer: oneOf('account', 'application') }),
  losses: hash({ payments: oneOf('application', 'stripe') }),
  requirement_collection: oneOf('application', 'stripe'),
  stripe_dashboard: hash({ type: oneOf('express', 'full', 'none') }),
}

/** The parameters of an account that its settings, company, terms and business are read from. */
type DetailsInput = ValuesOf<{
  readonly business_profile: ReturnType<typeof hash<typeof BUSINESS_PROFILE>>
  readonly company: ReturnType<typeof hash<typeof COMPANY>>
  readonly settings: ReturnType<typeof hash<typeof ACCOUNT_SETTINGS>>
  readonly tos_acceptance: ReturnType<typeof hash<typeof TOS_ACCEPTANCE>>
}>

/** Returns what an account is known by, with the parameters of a request over what was known before. */
export function detailsOf(
  before: Pick<Account, 'businessProfile' | 'company' | 'settings' | 'tosAcceptance'>,
  { business_profile: profile, company, settings, tos_acceptance: acceptance }: DetailsInput,
): Pick<Account, 'businessProfile' | 'company' | 'settings' | 'tosAcceptance'> {
  const { support_address: address, ...said } = profile ?? {}
  return {
    businessProfile: {
      ...before.businessProfile,
      ...definedOf(said),
      ...(address === undefined ? {} : { support_address: addressOf(address) }),
    },
    company: company === undefined ? (before.company ?? null) : companyOf(before.company ?? {}, company),
    settings: settingsOf(before.settings ?? {}, settings ?? {}),
    tosAcceptance: { ...before.tosAcceptance, ...definedOf(acceptance ?? {}) },
  }
}

/** The members of a company that answers show as they were given. */
const SHOWN_OF_COMPANY = [
  'directors_provided',
  'executives_provided',
  'export_license_id',
  'export_purpose_code',
  'name',
  'name_kana',
  'name_kanji',
  'owners_provided',
  'phone',
  'structure',
  'tax_id_registrar',
] as const

function companyOf(before: Company, input: ValuesOf<typeof COMPANY>): Company {
  const { address, ownership_declaration: declaration, tax_id: taxId, vat_id: vatId, verification } = input
  const kana = scriptAddressOf(input.address_kana, before.address_kana)
  const kanji = scriptAddressOf(input.address_kanji, before.address_kanji)
  return {
    ...before,
    ...definedOf(Object.fromEntries(SHOWN_OF_COMPANY.map((name) => [name, input[name]]))),
    ...(address === undefined ? {} : { address: addressOf(address) }),
    ...(kana === null ? {} : { address_kana: kana }),
    ...(kanji === null ? {} : { address_kanji: kanji }),
    ...(declaration === undefined
      ? {}
      : { ownership_declaration: { date: null, ip: null, user_agent: null, ...definedOf(declaration) } }),
    ...(taxId === undefined ? {} : { tax_id_provided: true }),
    ...(vatId === undefined ? {} : { vat_id_provided: true }),
    ...(verification === undefined
      ? {}
      : { verification: { document: { ...NO_DOCUMENT, ...definedOf(verification.document ?? {}) } } }),
  }
}

const NO_DOCUMENT = { back: null, details: null, details_code: null, front: null }

function settingsOf(before: AccountSettings, input: ValuesOf<typeof ACCOUNT_SETTINGS>): AccountSettings {
  const { payouts: _payouts, invoices: _invoices, ...sections } = input
  const changed = Object.entries(sections).map(([name, section]) => [
    name,
    { ...before[name], ...definedOf(section ?? {}) },
  ])
  return { ...before, ...Object.fromEntries(changed) }
}

/** Returns the members that a request has. */
function definedOf(input: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}
