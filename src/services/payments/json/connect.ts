import { cardJson } from './sources.ts'
import { takesInstantPayouts } from '#payments/rules/connect/external-accounts.ts'
import type { Capability, ExternalAccount, Person } from '#payments/schema/connect-records.ts'

/** Writes the bank account or the card of a connected account. */
export function externalAccountJson(row: ExternalAccount) {
  const own = {
    account: row.account,
    available_payout_methods: takesInstantPayouts(row) ? ['standard', 'instant'] : ['standard'],
    default_for_currency: row.defaultForCurrency,
  }
  if (row.card !== null) {
    const { address = NO_ADDRESS, holderName: name } = row
    const card = cardJson(row.id, row.card, {
      billingDetails: { address, name, email: null, phone: null, tax_id: null },
      metadata: row.metadata,
    })
    return { ...card, ...own, currency: row.currency }
  }
  return {
    id: row.id,
    object: 'bank_account',
    ...own,
    account_holder_name: row.holderName,
    account_holder_type: row.holderType,
    account_type: row.accountType,
    bank_name: 'STRIPE TEST BANK',
    country: row.country,
    currency: row.currency,
    fingerprint: row.fingerprint,
    future_requirements: NOTHING_DUE_OF_BANK,
    last4: row.accountNumber.slice(-4),
    metadata: row.metadata,
    requirements: NOTHING_DUE_OF_BANK,
    routing_number: row.routingNumber,
    status: 'new',
  }
}

const NO_ADDRESS = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

/** The requirements of an external account: none. */
const NOTHING_DUE_OF_BANK = { currently_due: [], errors: [], past_due: [], pending_verification: [] }

/** The requirements of a person or a capability: none. */
const NOTHING_DUE = {
  alternatives: [],
  currently_due: [],
  errors: [],
  eventually_due: [],
  past_due: [],
  pending_verification: [],
}

const NO_DOCUMENT = { back: null, details: null, details_code: null, front: null }

/** Writes a person. https://docs.stripe.com/api/persons/object */
export function personJson(person: Person) {
  const { termsAcceptance = NOT_ACCEPTED } = person
  const { id, object, account, ...members } = individualJson(person)
  return { id, object, account, additional_tos_acceptances: { account: termsAcceptance }, ...members }
}

const NOT_ACCEPTED = { date: null, ip: null, user_agent: null }

/** Writes the person behind an account, as the account has it: without {@link personJson}'s acceptances. */
export function individualJson(person: Person) {
  const { documents = {} } = person
  return {
    id: person.id,
    object: 'person',
    account: person.account,
    ...(person.address === null ? {} : { address: person.address }),
    ...given('address_kana', person.addressKana),
    ...given('address_kanji', person.addressKanji),
    created: person.created,
    dob: person.dob ?? { day: null, month: null, year: null },
    email: person.email,
    first_name: person.firstName,
    ...(person.fullNameAliases === undefined ? {} : { full_name_aliases: person.fullNameAliases }),
    future_requirements: NOTHING_DUE,
    id_number_provided: person.idNumberProvided,
    ...(person.idNumberSecondaryProvided === true ? { id_number_secondary_provided: true } : {}),
    last_name: person.lastName,
    metadata: person.metadata,
    ...(person.nationality === null ? {} : { nationality: person.nationality }),
    ...given('phone', person.phone),
    ...(person.politicalExposure === null ? {} : { political_exposure: person.politicalExposure }),
    ...person.names,
    ...given('registered_address', person.registeredAddress),
    relationship: person.relationship,
    requirements: NOTHING_DUE,
    ssn_last_4_provided: person.ssnLast4Provided,
    verification: {
      additional_document: { ...NO_DOCUMENT, ...documents.additional_document },
      details: null,
      details_code: null,
      document: { ...NO_DOCUMENT, ...documents.document },
      status: 'verified',
    },
  }
}

/** Writes a member that is absent where nothing is known. */
function given(name: string, value: object | string | null | undefined): object {
  return value === null || value === undefined ? {} : { [name]: value }
}

/** Writes a capability. https://docs.stripe.com/api/capabilities/object */
export function capabilityJson({ account, name, requestedAt, status }: Capability) {
  const requirements = { ...NOTHING_DUE, current_deadline: null, disabled_reason: null }
  const reason = status === 'pending' ? 'requirements.fields_needed' : null
  return {
    id: name,
    object: 'capability',
    account,
    future_requirements: requirements,
    requested: requestedAt !== null,
    requested_at: requestedAt,
    requirements: { ...requirements, disabled_reason: reason },
    status: capabilityStatus(status),
  }
}

/** Returns the status of a capability as answers have it: one that waits for details is inactive. */
export function capabilityStatus<S extends Capability['status']>(status: S): S | 'inactive' {
  return status === 'pending' ? 'inactive' : status
}
