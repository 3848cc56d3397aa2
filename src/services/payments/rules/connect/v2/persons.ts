import { merged } from '#core/objects.ts'
import type { PaymentsContext } from '#payments/call.ts'
import { failure } from '#payments/errors.ts'
import type { Person } from '#payments/schema/connect-records.ts'
import type { Wire } from '#payments/schema/payments.ts'
import { addPerson, changePerson, keepIndividual, type PersonInput } from '../persons.ts'
import type { PersonV2Input } from './person-params.ts'
import { withDetails } from './tokens.ts'

type PersonV2Request = PersonV2Input & { readonly person_token?: string | undefined }

/** Adds a person as the second version of the API describes it. Both versions read it. */
export function addPersonV2(context: PaymentsContext, account: string, request: PersonV2Request): Person {
  const input = withDetails(context, account, 'person', request.person_token, request)
  return addPerson(context, account, formerPersonOf(input), membersOf({}, input))
}

/** Changes a person as the second version of the API does. */
export function changePersonV2(context: PaymentsContext, before: Person, request: PersonV2Request): Person {
  const input = withDetails(context, before.account, 'person', request.person_token, request)
  return changePerson(context, before, formerPersonOf(input), membersOf(before.v2 ?? {}, input))
}

/** Keeps what an account tells of the individual behind it. Returns the id of the person. */
export function keepIndividualV2(
  context: PaymentsContext,
  account: string,
  before: string | null,
  input: PersonV2Input,
): string {
  const known = context.rows.persons.get(before ?? '')?.v2 ?? {}
  return keepIndividual(context, account, before, formerPersonOf(input), membersOf(known, input))
}

/** @throws 404 for a person that the account does not have. */
export function findPersonV2({ rows }: Pick<PaymentsContext, 'rows'>, account: string, id: string): Person {
  const person = rows.persons.get(id)
  if (person?.account === account) return person
  throw failure(404, `Person ${id} not found.`, { code: 'not_found' })
}

/** Returns the members that the first version of the API has no place for, after a request. */
function membersOf(before: Wire, input: PersonV2Input): Wire {
  const { additional_addresses, additional_names, additional_terms_of_service, documents, nationalities } = input
  const { town } = input.address ?? {}
  const given = {
    additional_addresses,
    additional_names,
    additional_terms_of_service,
    address: town === undefined ? undefined : { town },
    documents,
    id_numbers: input.id_numbers?.map(({ type }) => ({ type })),
    nationalities,
  }
  return merged(before, given)
}

/** Returns the parameters by which the first version of the API tells of a person. */
export function formerPersonOf(input: PersonV2Input): PersonInput {
  const { relationship, script_names: scripts, script_addresses: places } = input
  const { percent_ownership: percent, ...roles } = relationship ?? {}
  const names = (purpose: 'alias' | 'maiden') => input.additional_names?.filter((each) => each.purpose === purpose)
  const aliases = names('alias')?.map(({ full_name, given_name, surname }) => {
    return full_name ?? [given_name, surname].filter((part) => part !== undefined).join(' ')
  })
  return {
    address: input.address,
    address_kana: definedPlace(places?.kana),
    address_kanji: definedPlace(places?.kanji),
    dob: input.date_of_birth,
    email: input.email,
    first_name: input.given_name,
    first_name_kana: scripts?.kana?.given_name,
    first_name_kanji: scripts?.kanji?.given_name,
    full_name_aliases: aliases,
    gender: input.legal_gender,
    ...numbersOf(input.id_numbers),
    last_name: input.surname,
    last_name_kana: scripts?.kana?.surname,
    last_name_kanji: scripts?.kanji?.surname,
    maiden_name: names('maiden')?.at(-1)?.surname,
    metadata: input.metadata,
    nationality: input.nationalities?.[0],
    phone: input.phone,
    political_exposure: input.political_exposure,
    registered_address: input.additional_addresses?.[0],
    relationship: relationship && { ...roles, percent_ownership: percent === undefined ? undefined : Number(percent) },
  }
}

type PlaceInput = NonNullable<PersonV2Input['address']>

/** Returns an address without the members that a request unsets: an address of a script has no such. */
function definedPlace(place: PlaceInput | undefined): PersonInput['address_kana'] {
  return place && Object.fromEntries(Object.entries(place).filter(([, value]) => value !== null))
}

/** Returns the numbers that the first version of the API keeps: the end of a social security number, and another. */
function numbersOf(numbers: PersonV2Input['id_numbers'] = []): Pick<PersonInput, 'id_number' | 'ssn_last_4'> {
  const whole = numbers.find(({ type }) => !type.endsWith('_last_4'))
  const end = numbers.find(({ type }) => type === 'us_ssn_last_4') ?? numbers.find(({ type }) => type === 'us_ssn')
  return { id_number: whole?.value, ssn_last_4: end?.value.slice(-4) }
}
