import type { PaymentsContext } from '#payments/call.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  anything,
  boolean,
  email,
  hash,
  integer,
  list,
  metadata,
  number,
  oneOf,
  text,
  timestamp,
  unsettable,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { ADDRESS, addressOf } from '#payments/protocol/shared-params.ts'
import type { Person, Relationship, ScriptAddress } from '#payments/schema/connect-records.ts'
import type { Wire } from '#payments/schema/payments.ts'
import { now } from '../new-id.ts'
import { newRecord } from '../records.ts'
import { noteGiven } from './requirements.ts'

/** The parameters of an address in one of Japan's scripts. */
export const SCRIPT_ADDRESS = {
  city: text(),
  country: text(),
  line1: text(),
  line2: text(),
  postal_code: text(),
  state: text(),
  town: text(),
}

/** The parameters of a person's part in the business. */
export const RELATIONSHIP = {
  authorizer: boolean(),
  director: boolean(),
  executive: boolean(),
  legal_guardian: boolean(),
  owner: boolean(),
  percent_ownership: unsettable(number({ min: 0, max: 100 })),
  representative: boolean(),
  title: text(),
}

const DOCUMENT = hash({ back: unsettable(text()), front: unsettable(text()) })

/** The parameters of a person of a connected account. https://docs.stripe.com/api/persons/create */
export const PERSON_INPUT = {
  additional_tos_acceptances: hash({
    account: hash({ date: timestamp(), ip: text(), user_agent: unsettable(text()) }),
  }),
  address: hash(ADDRESS),
  address_kana: hash(SCRIPT_ADDRESS),
  address_kanji: hash(SCRIPT_ADDRESS),
  dob: unsettable(hash({ day: integer(), month: integer(), year: integer() })),
  documents: anything(),
  email: email(),
  first_name: text(),
  first_name_kana: text(),
  first_name_kanji: text(),
  full_name_aliases: unsettable(list(unsettable(text()))),
  gender: text(),
  id_number: text(),
  id_number_secondary: text(),
  last_name: text(),
  last_name_kana: text(),
  last_name_kanji: text(),
  maiden_name: text(),
  metadata: metadata(),
  nationality: text(),
  person_token: text(),
  phone: text(),
  political_exposure: oneOf('existing', 'none'),
  registered_address: hash(ADDRESS),
  relationship: hash(RELATIONSHIP),
  ssn_last_4: text({ max: 4 }),
  us_cfpb_data: anything(),
  verification: hash({ additional_document: DOCUMENT, document: DOCUMENT }),
}

/** The values of {@link PERSON_INPUT}. */
export type PersonInput = ValuesOf<typeof PERSON_INPUT>

type PersonFields = Omit<Person, 'id' | 'account' | 'seq' | 'created' | 'updated'>

const NOBODY: PersonFields = {
  address: null,
  dob: null,
  email: null,
  firstName: null,
  idNumberProvided: false,
  lastName: null,
  metadata: {},
  nationality: null,
  phone: null,
  politicalExposure: null,
  relationship: {
    authorizer: false,
    director: false,
    executive: false,
    legal_guardian: false,
    owner: false,
    percent_ownership: null,
    representative: false,
    title: null,
  },
  ssnLast4Provided: false,
}

/**
 * Adds a person to a connected account, notes what was told of a representative, and emits `person.created`. `v2` are
 * the members that only the second version of the API has.
 */
export function addPerson(context: PaymentsContext, account: string, input: PersonInput, v2?: Wire): Person {
  const head = newRecord(context, account, 'person_')
  const created = context.rows.persons.insert({ ...head, ...NOBODY, ...changesOf(NOBODY, input, v2) })
  context.emit({ type: 'person.created', kind: 'person', row: created })
  noteGivenByPerson(context, created, input)
  return created
}

/** Changes a person, and emits `person.updated`. `v2` as for {@link addPerson}. */
export function changePerson(context: PaymentsContext, before: Person, input: PersonInput, v2?: Wire): Person {
  const after = context.rows.persons.update(before.id, { ...changesOf(before, input, v2), updated: now(context) })
  context.emit({ type: 'person.updated', kind: 'person', row: after, before })
  noteGivenByPerson(context, after, input)
  return after
}

/**
 * Keeps what an account tells of the individual behind it: a person, who represents the account. Returns the person's
 * id.
 */
export function keepIndividual(
  context: PaymentsContext,
  account: string,
  before: string | null,
  input: PersonInput,
  v2?: Wire,
): string {
  const person = before === null ? undefined : context.rows.persons.get(before)
  const told = { ...input, relationship: { ...input.relationship, representative: true } }
  return (person === undefined ? addPerson(context, account, told, v2) : changePerson(context, person, told, v2)).id
}

/** Removes a person, and emits `person.deleted`. */
export function deletePerson(context: PaymentsContext, person: Person): void {
  context.rows.persons.delete(person.id)
  context.emit({ type: 'person.deleted', kind: 'person', row: person })
}

/** The members of the second version of the API that a parameter of the first one replaces. */
const REPLACED: Readonly<Partial<Record<keyof PersonInput, string>>> = {
  address: 'address',
  full_name_aliases: 'additional_names',
  id_number: 'id_numbers',
  maiden_name: 'additional_names',
  nationality: 'nationalities',
  registered_address: 'additional_addresses',
  ssn_last_4: 'id_numbers',
}

/** Returns the members of the second version of the API that a request of the first one leaves as they were. */
function keptOf(before: Wire, input: PersonInput): Wire {
  const replaced = new Set(
    Object.entries(REPLACED).flatMap(
      ([name, member]) => (input[name as keyof PersonInput] === undefined ? [] : [member]), // a key of the table
    ),
  )
  return Object.fromEntries(Object.entries(before).filter(([name]) => !replaced.has(name)))
}

function changesOf(before: PersonFields, input: PersonInput, v2?: Wire): PersonFields {
  const { dob } = input
  return {
    address: input.address === undefined ? before.address : addressOf(input.address),
    addressKana: scriptAddressOf(input.address_kana, before.addressKana),
    addressKanji: scriptAddressOf(input.address_kanji, before.addressKanji),
    dob:
      dob === undefined
        ? before.dob
        : dob && { day: dob.day ?? null, month: dob.month ?? null, year: dob.year ?? null },
    email: input.email ?? before.email,
    firstName: input.first_name ?? before.firstName,
    ...aliasesOf(before, input),
    ...documentsOf(before, input),
    idNumberProvided: input.id_number !== undefined || before.idNumberProvided,
    idNumberSecondaryProvided: input.id_number_secondary !== undefined || before.idNumberSecondaryProvided === true,
    lastName: input.last_name ?? before.lastName,
    metadata: mergeMetadata(before.metadata, input.metadata),
    names: { ...before.names, ...namesOf(input) },
    nationality: input.nationality ?? before.nationality,
    phone: input.phone === undefined ? before.phone : phoneOf(input.phone),
    politicalExposure: input.political_exposure ?? before.politicalExposure,
    registeredAddress:
      input.registered_address === undefined ? (before.registeredAddress ?? null) : addressOf(input.registered_address),
    relationship: { ...before.relationship, ...definedOf(input.relationship ?? {}) },
    ssnLast4Provided: input.ssn_last_4 !== undefined || input.id_number !== undefined || before.ssnLast4Provided,
    ...acceptanceOf(before, input),
    v2: v2 ?? keptOf(before.v2 ?? {}, input),
  }
}

/** The empty string unsets the names. */
function aliasesOf(before: PersonFields, { full_name_aliases: given }: PersonInput): Pick<Person, 'fullNameAliases'> {
  if (given === undefined)
    return before.fullNameAliases === undefined ? {} : { fullNameAliases: before.fullNameAliases }
  return { fullNameAliases: (given ?? []).filter((name) => name !== null) }
}

function documentsOf({ documents = {} }: PersonFields, { verification = {} }: PersonInput): Pick<Person, 'documents'> {
  const given = Object.entries(definedOf(verification)).map(([name, sides]) => {
    const before = documents[name as keyof typeof documents] // a key of the parameter
    return [name, { back: null, front: null, ...before, ...definedOf(sides) }] as const
  })
  return given.length === 0 ? {} : { documents: { ...documents, ...Object.fromEntries(given) } }
}

function acceptanceOf(
  { termsAcceptance: before }: PersonFields,
  { additional_tos_acceptances: given }: PersonInput,
): Pick<Person, 'termsAcceptance'> {
  if (given?.account === undefined) return {}
  return { termsAcceptance: { date: null, ip: null, user_agent: null, ...before, ...definedOf(given.account) } }
}

/** Returns a telephone number with its country: one without is taken for a number of North America. */
function phoneOf(given: string): string {
  return /^\d{10}$/.test(given) ? `+1${given}` : given
}

/** Returns the address in a script with null for what was not given; the one of before where a request has none. */
export function scriptAddressOf(
  input: ValuesOf<typeof SCRIPT_ADDRESS> | undefined,
  before: ScriptAddress | null = null,
): ScriptAddress | null {
  if (input === undefined) return before
  const { city = null, country = null, line1 = null, line2 = null, postal_code = null, state = null } = input
  return { city, country, line1, line2, postal_code, state, town: input.town ?? null }
}

function namesOf(input: PersonInput): Person['names'] {
  const { first_name_kana, first_name_kanji, last_name_kana, last_name_kanji, maiden_name, gender } = input
  return definedOf({ first_name_kana, first_name_kanji, gender, last_name_kana, last_name_kanji, maiden_name })
}

function definedOf<T extends object>(input: T): Partial<{ [N in keyof T]: Exclude<T[N], undefined> }> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) as Partial<{
    [N in keyof T]: Exclude<T[N], undefined>
  }> // the members that are not undefined
}

function noteGivenByPerson(context: PaymentsContext, { account, relationship }: Person, input: PersonInput): void {
  if (relationship.representative) noteGiven(context, account, { representative: input, individual: input })
}

/** The members of a person's relationship, by name. */
export function hasRelationship({ relationship }: Person, wanted: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(wanted).every(
    ([name, value]) => (relationship[name as keyof Relationship] ?? false) === value, // the same names
  )
}
