import { json } from '#core/answer.ts'
import { personJson } from '#payments/json/connect.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  anything,
  boolean,
  email,
  hash,
  integer,
  metadata,
  number,
  text,
  unsettable,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { ADDRESS, addressOf } from '#payments/protocol/shared-params.ts'
import { findConnectedAccount } from '#payments/rules/connect/find-account.ts'
import { noteGiven } from '#payments/rules/connect/requirements.ts'
import { findRecord, newRecord } from '#payments/rules/records.ts'
import { answer, answerPage, del, get, post } from '../../route.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { Person, Relationship } from '#payments/schema/connect-records.ts'

const RELATIONSHIP = {
  authorizer: boolean(),
  director: boolean(),
  executive: boolean(),
  legal_guardian: boolean(),
  owner: boolean(),
  percent_ownership: unsettable(number({ min: 0, max: 100 })),
  representative: boolean(),
  title: text(),
}

const PERSON_INPUT = {
  additional_tos_acceptances: anything(),
  address: hash(ADDRESS),
  dob: unsettable(hash({ day: integer(), month: integer(), year: integer() })),
  documents: anything(),
  email: email(),
  first_name: text(),
  id_number: text(),
  last_name: text(),
  metadata: metadata(),
  nationality: text(),
  person_token: text(),
  phone: text(),
  political_exposure: text(),
  relationship: hash(RELATIONSHIP),
  ssn_last_4: text({ max: 4 }),
  verification: anything(),
}

type PersonInput = ValuesOf<typeof PERSON_INPUT>

const all = '/v1/accounts/:account/persons'
const one = '/v1/accounts/:account/persons/:person'

/** The persons of a connected account. https://docs.stripe.com/api/persons */
export const personsRoutes = [
  post('PostAccountsAccountPersons', all, PERSON_INPUT, (call) => {
    const { rows, input } = call
    const { id } = findConnectedAccount(call, call.params.account, 'account')
    const created = rows.persons.insert({ ...newRecord(call, id, 'person_'), ...NOBODY, ...changesOf(NOBODY, input) })
    call.emit({ type: 'person.created', kind: 'person', row: created })
    noteGivenByPerson(call, created, input)
    return answer(call, personJson(created))
  }),
  get(
    'GetAccountsAccountPersons',
    all,
    { ...LIST_PARAMS, relationship: hash({ ...RELATIONSHIP, percent_ownership: number(), title: text() }) },
    (call) => {
      const { id } = findConnectedAccount(call, call.params.account, 'account')
      const wanted = Object.entries(call.input.relationship ?? {})
      const where = ({ relationship }: Person): boolean =>
        wanted.every(([name, value]) => (relationship[name as keyof Relationship] ?? false) === value) // the same names
      return answerPage(call, newestFirst(call.rows.persons, 'all', [id], where), 'person', personJson)
    },
  ),
  get('GetAccountsAccountPersonsPerson', one, {}, (call) => answer(call, personJson(findPerson(call, call.params)))),
  post('PostAccountsAccountPersonsPerson', one, PERSON_INPUT, (call) => {
    const before = findPerson(call, call.params)
    const after = call.rows.persons.update(before.id, changesOf(before, call.input))
    call.emit({ type: 'person.updated', kind: 'person', row: after, before })
    noteGivenByPerson(call, after, call.input)
    return answer(call, personJson(after))
  }),
  del('DeleteAccountsAccountPersonsPerson', one, {}, (call) => {
    const person = findPerson(call, call.params)
    call.rows.persons.delete(person.id)
    call.emit({ type: 'person.deleted', kind: 'person', row: person })
    return json({ id: person.id, object: 'person', deleted: true })
  }),
]

type Fields = Omit<Person, 'id' | 'account' | 'seq' | 'created'>

const NOBODY: Fields = {
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
    authorizer: null,
    director: null,
    executive: null,
    legal_guardian: null,
    owner: null,
    percent_ownership: null,
    representative: null,
    title: null,
  },
  ssnLast4Provided: false,
}

function changesOf(before: Fields, input: PersonInput): Fields {
  const { dob } = input
  return {
    address: input.address === undefined ? before.address : addressOf(input.address),
    dob:
      dob === undefined
        ? before.dob
        : dob && { day: dob.day ?? null, month: dob.month ?? null, year: dob.year ?? null },
    email: input.email ?? before.email,
    firstName: input.first_name ?? before.firstName,
    idNumberProvided: input.id_number !== undefined || before.idNumberProvided,
    lastName: input.last_name ?? before.lastName,
    metadata: mergeMetadata(before.metadata, input.metadata),
    nationality: input.nationality ?? before.nationality,
    phone: input.phone ?? before.phone,
    politicalExposure: input.political_exposure ?? before.politicalExposure,
    relationship: { ...before.relationship, ...definedOf(input.relationship ?? {}) },
    ssnLast4Provided: input.ssn_last_4 !== undefined || before.ssnLast4Provided,
  }
}

function definedOf(input: ValuesOf<typeof RELATIONSHIP>): Partial<Relationship> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
}

function noteGivenByPerson(context: PaymentsContext, { account, relationship }: Person, input: PersonInput): void {
  if (relationship.representative === true) noteGiven(context, account, { representative: input })
}

function findPerson(context: PaymentsContext, params: { readonly account: string; readonly person: string }): Person {
  const { id } = findConnectedAccount(context, params.account, 'account')
  return findRecord(context.rows.persons, id, 'person', params.person, { param: 'person', inPath: true })
}
