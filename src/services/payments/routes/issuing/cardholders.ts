import { cardholderJson } from '#payments/json/issuing.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  email,
  hash,
  integer,
  isInRange,
  list,
  metadata,
  oneOf,
  range,
  required,
  text,
  timestamp,
  unsettable,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { ADDRESS, addressOf } from '#payments/protocol/shared-params.ts'
import { controlsOf, SPENDING_CONTROLS } from '#payments/rules/issuing/params.ts'
import { findRecord, newRecord, type IdSource } from '#payments/rules/records.ts'
import { answer, answerPage, get, post } from '../route.ts'
import type { SignedCall } from '#payments/call.ts'
import type { Cardholder } from '#payments/schema/issuing.ts'
import type { Wire } from '#payments/schema/payments.ts'

const one = '/v1/issuing/cardholders/:cardholder'

const BILLING = hash({
  address: required(
    hash({
      ...ADDRESS,
      city: required(text()),
      country: required(text()),
      line1: required(text()),
      postal_code: required(text()),
    }),
  ),
})

const INDIVIDUAL = {
  card_issuing: hash({
    user_terms_acceptance: hash({ date: timestamp(), ip: text(), user_agent: unsettable(text()) }),
  }),
  dob: hash({ day: required(integer()), month: required(integer()), year: required(integer()) }),
  first_name: text(),
  last_name: text(),
  verification: hash({ document: hash({ back: text(), front: text() }) }),
}

const SHARED = {
  company: hash({ tax_id: text() }),
  email: email(),
  individual: hash(INDIVIDUAL),
  metadata: metadata(),
  phone_number: text(),
  preferred_locales: list(oneOf('de', 'en', 'es', 'fr', 'it')),
  spending_controls: hash(SPENDING_CONTROLS),
}

/** People and companies that cards are issued to. https://docs.stripe.com/api/issuing/cardholders */
export const cardholdersRoutes = [
  post(
    'PostIssuingCardholders',
    '/v1/issuing/cardholders',
    {
      ...SHARED,
      billing: required(BILLING),
      name: required(text({ max: 24 })),
      status: oneOf('active', 'inactive'),
      type: oneOf('company', 'individual'),
    },
    (call) => {
      const { rows, account, input } = call
      requireDocuments(call, input.individual)
      const cardholder = rows.cardholders.insert({
        address: addressOf(input.billing.address),
        taxIdProvided: input.company === undefined ? null : input.company.tax_id !== undefined,
        email: input.email ?? null,
        individual: input.individual === undefined ? null : individualOf(input.individual),
        metadata: mergeMetadata({}, input.metadata),
        name: input.name,
        phoneNumber: input.phone_number ?? null,
        preferredLocales: input.preferred_locales ?? null,
        spendingControls: controlsOf(input.spending_controls, null, null),
        status: input.status ?? 'active',
        type: input.type ?? 'individual',
        ...newRecord(call, account, 'ich_'),
      })
      call.emit({ type: 'issuing_cardholder.created', kind: 'issuing.cardholder', row: cardholder })
      return answer(call, cardholderJson(call, cardholder))
    },
  ),
  get(
    'GetIssuingCardholders',
    '/v1/issuing/cardholders',
    {
      ...LIST_PARAMS,
      created: range(),
      email: text(),
      phone_number: text(),
      status: oneOf('active', 'blocked', 'inactive'),
      type: oneOf('company', 'individual'),
    },
    (call) => {
      const { created, email: address, phone_number: phone, status, type } = call.input
      const isFiltered = [created, address, phone, status, type].some((each) => each !== undefined)
      const where = (each: Cardholder): boolean =>
        isInRange(each.created, created) &&
        (address === undefined || each.email === address) &&
        (phone === undefined || each.phoneNumber === phone) &&
        (status === undefined || each.status === status) &&
        (type === undefined || each.type === type)
      const found = newestFirst(call.rows.cardholders, 'all', [call.account], isFiltered ? where : undefined)
      return answerPage(call, found, 'issuing cardholder', (row) => cardholderJson(call, row))
    },
  ),
  get('GetIssuingCardholdersCardholder', one, {}, (call) =>
    answer(call, cardholderJson(call, findCardholder(call, call.params.cardholder))),
  ),
  post(
    'PostIssuingCardholdersCardholder',
    one,
    { ...SHARED, billing: BILLING, status: oneOf('active', 'inactive') },
    (call) => {
      const { rows, input, params } = call
      const before = findCardholder(call, params.cardholder)
      requireDocuments(call, input.individual)
      const after = rows.cardholders.update(before.id, {
        address: input.billing === undefined ? before.address : addressOf(input.billing.address),
        taxIdProvided: input.company === undefined ? before.taxIdProvided : input.company.tax_id !== undefined,
        email: input.email ?? before.email,
        individual:
          input.individual === undefined ? before.individual : individualOf(input.individual, before.individual),
        metadata: mergeMetadata(before.metadata, input.metadata),
        phoneNumber: input.phone_number ?? before.phoneNumber,
        preferredLocales: input.preferred_locales ?? before.preferredLocales,
        spendingControls: controlsOf(input.spending_controls, before.spendingControls, null),
        status: input.status ?? before.status,
      })
      call.emit({ type: 'issuing_cardholder.updated', kind: 'issuing.cardholder', row: after, before })
      return answer(call, cardholderJson(call, after))
    },
  ),
]

/** Returns the account's cardholder that the path or a parameter names. */
export function findCardholder(
  { rows, account }: SignedCall & { readonly account: string },
  id: string,
  source: IdSource = { param: 'cardholder', inPath: true },
): Cardholder {
  return findRecord(rows.cardholders, account, 'issuing cardholder', id, source)
}

type IndividualInput = ValuesOf<typeof INDIVIDUAL>

/** Returns a person after a change, with null for what was not given. */
function individualOf(input: IndividualInput, before: Wire | null = null): Wire {
  const { card_issuing, dob, first_name, last_name, verification } = input
  const { back = null, front = null } = verification?.document ?? {}
  const terms = card_issuing?.user_terms_acceptance
  return {
    card_issuing: terms === undefined ? (before?.['card_issuing'] ?? null) : { user_terms_acceptance: termsOf(terms) },
    dob: dob ?? before?.['dob'] ?? null,
    first_name: first_name ?? before?.['first_name'] ?? null,
    last_name: last_name ?? before?.['last_name'] ?? null,
    verification: verification === undefined ? (before?.['verification'] ?? null) : { document: { back, front } },
  }
}

type Terms = NonNullable<NonNullable<IndividualInput['card_issuing']>['user_terms_acceptance']>

const termsOf = ({ date, ip, user_agent: agent }: Terms): Wire => ({
  date: date ?? null,
  ip: ip ?? null,
  user_agent: agent ?? null,
})

/** @throws 400 for a side of a document that is no file of the account. */
function requireDocuments({ rows, account }: SignedCall & { readonly account: string }, input?: IndividualInput): void {
  for (const [side, file] of Object.entries(input?.verification?.document ?? {})) {
    if (file === undefined) continue
    findRecord(rows.files, account, 'file', file, { param: `individual[verification][document][${side}]` })
  }
}
