import {
  anything,
  currency,
  email,
  hash,
  integer,
  metadata,
  oneOf,
  required,
  text,
  unsupported,
  url,
} from '#payments/protocol/params.ts'
import { ADDRESS } from '#payments/protocol/shared-params.ts'
import { SOURCE_TYPES } from '#payments/schema/sources.ts'
import { TOKEN_CARD } from '../payment-methods/tokens.ts'

const OWNER = hash({ address: hash(ADDRESS), email: email(), name: text(), phone: text() })

/** The parameters of an update of a source. https://docs.stripe.com/api/sources/update */
export const SOURCE_UPDATE = {
  amount: integer({ min: 1 }),
  mandate: anything(),
  metadata: metadata(),
  owner: OWNER,
  source_order: unsupported(),
}

/** The parameters of a new source. https://docs.stripe.com/api/sources/create */
export const SOURCE_INPUT = {
  ...SOURCE_UPDATE,
  alipay: hash({ statement_descriptor: text() }),
  bancontact: hash({ preferred_language: text(), statement_descriptor: text() }),
  card: hash(TOKEN_CARD),
  currency: currency(),
  customer: unsupported(),
  eps: hash({ statement_descriptor: text() }),
  flow: oneOf('code_verification', 'none', 'receiver', 'redirect'),
  ideal: hash({ bank: text(), statement_descriptor: text() }),
  original_source: unsupported(),
  p24: hash({}),
  receiver: unsupported(),
  redirect: hash({ return_url: required(url()) }),
  sepa_debit: hash({ iban: required(text()) }),
  statement_descriptor: text({ max: 35 }),
  three_d_secure: hash({ card: required(text()) }),
  token: text(),
  type: oneOf(...SOURCE_TYPES),
  usage: oneOf('reusable', 'single_use'),
}
