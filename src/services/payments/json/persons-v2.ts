import { isRecord, merged } from '#core/objects.ts'
import type { DetailToken, Person } from '#payments/schema/connect-records.ts'
import type { Metadata } from '#payments/schema/account.ts'
import type { Address } from '#payments/schema/customers.ts'
import type { Wire } from '#payments/schema/payments.ts'
import { momentJson } from './thin-events.ts'

interface PlaceJson {
  readonly city?: string
  readonly country?: string
  readonly line1?: string
  readonly line2?: string
  readonly postal_code?: string
  readonly state?: string
  readonly town?: string
}

interface NameJson {
  readonly given_name?: string
  readonly surname?: string
}

/** A person as the second version of the API writes it: without the members that nothing is known of. */
interface PersonV2Json {
  readonly id: string
  readonly object: 'v2.core.account_person'
  readonly account: string
  readonly additional_addresses?: readonly (PlaceJson & { readonly purpose: 'registered' })[]
  readonly additional_names?: readonly (NameJson & {
    readonly full_name?: string
    readonly purpose: 'alias' | 'maiden'
  })[]
  readonly additional_terms_of_service?: {
    readonly account?: { readonly date?: string; readonly ip?: string; readonly user_agent?: string }
  }
  readonly address?: PlaceJson
  readonly created: string
  readonly date_of_birth?: { readonly day: number; readonly month: number; readonly year: number }
  readonly documents?: Wire
  readonly email?: string
  readonly given_name?: string
  readonly id_numbers?: readonly { readonly type: string }[]
  readonly legal_gender?: string
  readonly livemode: boolean
  readonly metadata: Metadata
  readonly nationalities?: readonly string[]
  readonly phone?: string
  readonly political_exposure?: string
  readonly relationship?: {
    readonly authorizer?: boolean
    readonly director?: boolean
    readonly executive?: boolean
    readonly legal_guardian?: boolean
    readonly owner?: boolean
    readonly percent_ownership?: string
    readonly representative?: boolean
    readonly title?: string
  }
  readonly script_addresses?: { readonly kana?: PlaceJson; readonly kanji?: PlaceJson }
  readonly script_names?: { readonly kana?: NameJson; readonly kanji?: NameJson }
  readonly surname?: string
  readonly updated: string
}

/**
 * Writes a person as the second version of the API does, in the order of the alphabet.
 * https://docs.stripe.com/api/v2/core/persons/object
 */
export function personV2Json(person: Person): PersonV2Json {
  const { id, account, created, metadata, updated = created } = person
  const members = {
    ...merged(known(toldOf(person)), person.v2 ?? {}),
    account,
    created: momentJson(created),
    livemode: false,
    metadata,
    updated: momentJson(updated),
  }
  const ordered = Object.entries(members).sort(([one], [other]) => (one < other ? -1 : 1))
  // toldOf writes the members above, and the parameters of a person those that only this version has.
  return { id, object: 'v2.core.account_person', ...Object.fromEntries(ordered) } as PersonV2Json
}

/** Returns what both versions of the API tell of a person, by the names of the second. */
function toldOf(person: Person) {
  const { address, dob, names = {}, nationality, registeredAddress } = person
  const aliases = person.fullNameAliases?.map((full_name) => ({ full_name, purpose: 'alias' })) ?? []
  const { percent_ownership: percent, title, ...flags } = person.relationship
  const roles = Object.fromEntries(Object.entries(flags).filter(([, is]) => is))
  const { maiden_name: maiden } = names
  const others = [...aliases, ...(maiden === undefined ? [] : [{ purpose: 'maiden', surname: maiden }])]
  return {
    additional_addresses:
      registeredAddress == null ? null : [{ ...addressJson(registeredAddress), purpose: 'registered' }],
    additional_names: others.length === 0 ? null : others,
    address: addressJson(address),
    date_of_birth: dob,
    email: person.email,
    given_name: person.firstName,
    id_numbers: person.ssnLast4Provided && !person.idNumberProvided ? [{ type: 'us_ssn_last_4' }] : null,
    legal_gender: names['gender'],
    nationalities: nationality === null ? null : [nationality],
    phone: person.phone,
    political_exposure: person.politicalExposure,
    relationship: known({ ...roles, title, percent_ownership: percent === null ? null : String(percent) }),
    script_addresses: known({ kana: addressJson(person.addressKana), kanji: addressJson(person.addressKanji) }),
    script_names: known({
      kana: known({ given_name: names['first_name_kana'], surname: names['last_name_kana'] }),
      kanji: known({ given_name: names['first_name_kanji'], surname: names['last_name_kanji'] }),
    }),
    surname: person.lastName,
  }
}

const addressJson = (address: Address | null | undefined): Wire => known({ ...address })

/** Returns the members that something is known of. */
function known(members: Wire): Wire {
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value != null && (!isRecord(value) || Object.keys(value).length > 0)),
  )
}

/** Writes a token of details, which it does not show. https://docs.stripe.com/api/v2/core/account-tokens/object */
export function detailTokenJson({ id, kind, created, expiresAt, used }: DetailToken) {
  return {
    id,
    object: kind === 'account' ? 'v2.core.account_token' : 'v2.core.account_person_token',
    created: momentJson(created),
    expires_at: momentJson(expiresAt),
    livemode: false,
    used,
  } as const
}
