import {
  boolean,
  decimal,
  email,
  hash,
  integer,
  list,
  metadata,
  oneOf,
  required,
  text,
  unsettable,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { ADDRESS } from '#payments/protocol/shared-params.ts'

/** The parameters of an address of the second version of the API. */
export const PLACE = { ...ADDRESS, town: text() }

/** A day. */
export const DATE = hash({ day: required(integer()), month: required(integer()), year: required(integer()) })

/** A declaration: the moment and the client that made it. */
export const DECLARATION = hash({ date: text(), ip: text(), user_agent: unsettable(text()) })

/** The parameters of a number that an authority knows a person or a company by. */
export const ID_NUMBER = { type: required(text()), value: required(text()) }

const FILES = hash({ files: required(list(text())), type: required(oneOf('files')) })
const FRONT_BACK = hash({
  front_back: required(hash({ back: text(), front: text() })),
  type: required(oneOf('front_back')),
})

/** The parameters of a person that do not depend on the request. */
const DETAILS = {
  additional_addresses: list(hash({ ...PLACE, purpose: required(oneOf('registered')) })),
  additional_names: list(
    hash({
      full_name: text(),
      given_name: text(),
      purpose: required(oneOf('alias', 'maiden')),
      surname: text(),
    }),
  ),
  address: hash(PLACE),
  date_of_birth: DATE,
  documents: hash({
    company_authorization: FILES,
    passport: FILES,
    primary_verification: FRONT_BACK,
    secondary_verification: FRONT_BACK,
    visa: FILES,
  }),
  email: email(),
  given_name: text(),
  id_numbers: list(hash(ID_NUMBER)),
  legal_gender: oneOf('female', 'male'),
  metadata: metadata(),
  nationalities: list(text()),
  phone: text(),
  political_exposure: oneOf('existing', 'none'),
  script_addresses: hash({ kana: hash(PLACE), kanji: hash(PLACE) }),
  script_names: hash({
    kana: hash({ given_name: text(), surname: text() }),
    kanji: hash({ given_name: text(), surname: text() }),
  }),
  surname: text(),
}

const RELATIONSHIP = {
  director: boolean(),
  executive: boolean(),
  owner: boolean(),
  percent_ownership: decimal(),
  title: text(),
}

/** The parameters of the person whom an account tells of as itself: that person represents it. */
export const INDIVIDUAL = { ...DETAILS, relationship: hash(RELATIONSHIP) }

/** The parameters of a person of an account. https://docs.stripe.com/api/v2/core/persons/create */
export const PERSON_V2 = {
  ...DETAILS,
  additional_terms_of_service: hash({ account: DECLARATION }),
  relationship: hash({
    ...RELATIONSHIP,
    authorizer: boolean(),
    legal_guardian: boolean(),
    representative: boolean(),
  }),
}

/** The values of {@link PERSON_V2}. */
export type PersonV2Input = ValuesOf<typeof PERSON_V2>
