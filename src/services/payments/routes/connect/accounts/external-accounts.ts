import { json } from '#core/answer.ts'
import { defined } from '#core/objects.ts'
import { missingParameter } from '#payments/errors.ts'
import { externalAccountJson } from '#payments/json/connect.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { mergeMetadata } from '#payments/protocol/metadata.ts'
import {
  anything,
  boolean,
  integer,
  metadata,
  oneOf,
  text,
  unsettable,
  type ValuesOf,
} from '#payments/protocol/params.ts'
import { addressOf } from '#payments/protocol/shared-params.ts'
import {
  addExternalAccount,
  EXTERNAL_ACCOUNT,
  keepOneDefault,
  removeExternalAccount,
} from '#payments/rules/connect/external-accounts.ts'
import { findConnectedAccount } from '#payments/rules/connect/find-account.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, del, get, post } from '../../route.ts'
import type { PaymentsContext } from '#payments/call.ts'
import type { ExternalAccount } from '#payments/schema/connect-records.ts'

/** The parameters of a debit card that money is paid out to. */
const CARD_CHANGES = {
  address_city: text(),
  address_country: text(),
  address_line1: text(),
  address_line2: text(),
  address_state: text(),
  address_zip: text(),
  exp_month: integer({ min: 1, max: 12 }),
  exp_year: integer(),
}

const all = '/v1/accounts/:account/external_accounts'
const one = '/v1/accounts/:account/external_accounts/:id'

/** Where connected accounts are paid to. https://docs.stripe.com/api/external_accounts */
export const externalAccountsRoutes = [
  post(
    'PostAccountsAccountExternalAccounts',
    all,
    {
      // The former name of `external_account`.
      bank_account: EXTERNAL_ACCOUNT,
      default_for_currency: boolean(),
      external_account: EXTERNAL_ACCOUNT,
      metadata: metadata(),
    },
    (call) => {
      const { input } = call
      const owner = findConnectedAccount(call, call.params.account, 'account')
      const isDefault = input.default_for_currency ?? false
      const options = { isDefault, metadata: mergeMetadata({}, input.metadata) }
      const described = input.external_account ?? input.bank_account
      if (described === undefined) throw missingParameter('external_account')
      return answer(call, externalAccountJson(addExternalAccount(call, owner, described, options)))
    },
  ),
  get('GetAccountsAccountExternalAccounts', all, { ...LIST_PARAMS, object: oneOf('bank_account', 'card') }, (call) => {
    const { id } = findConnectedAccount(call, call.params.account, 'account')
    const { object } = call.input
    const where = ({ card }: ExternalAccount): boolean =>
      object === undefined || (object === 'card') === (card !== null)
    const found = newestFirst(call.rows.externalAccounts, 'all', [id], where)
    return answerPage(call, found, 'external account', externalAccountJson)
  }),
  get('GetAccountsAccountExternalAccountsId', one, {}, (call) =>
    answer(call, externalAccountJson(findExternalAccount(call, call.params))),
  ),
  post(
    'PostAccountsAccountExternalAccountsId',
    one,
    {
      account_holder_name: unsettable(text()),
      account_holder_type: unsettable(oneOf('individual', 'company')),
      account_type: oneOf('checking', 'savings', 'futsu', 'toza'),
      ...CARD_CHANGES,
      default_for_currency: boolean(),
      documents: anything(),
      metadata: metadata(),
      name: text(),
    },
    (call) => {
      const { rows, input } = call
      const before = findExternalAccount(call, call.params)
      const { account_holder_name: holder = before.holderName, account_holder_type: type = before.holderType } = input
      rows.externalAccounts.update(before.id, {
        ...cardChanges(before, input),
        accountType: input.account_type ?? before.accountType,
        holderName: input.name ?? holder,
        holderType: type,
        metadata: mergeMetadata(before.metadata, input.metadata),
      })
      if (input.default_for_currency === true) keepOneDefault(call, before)
      const after = rows.externalAccounts.require(before.id)
      call.emit({ type: 'account.external_account.updated', kind: 'external_account', row: after, before })
      return answer(call, externalAccountJson(after))
    },
  ),
  del('DeleteAccountsAccountExternalAccountsId', one, {}, (call) => {
    const row = findExternalAccount(call, call.params)
    removeExternalAccount(call, row)
    return json({ id: row.id, object: row.card === null ? 'bank_account' : 'card', deleted: true })
  }),
]

/** Returns the dates and the address of the card that a request changes; nothing for a bank account. */
function cardChanges(
  { card, address }: ExternalAccount,
  input: ValuesOf<typeof CARD_CHANGES>,
): Partial<Pick<ExternalAccount, 'card' | 'address'>> {
  if (card === null) return {}
  const given = defined({
    city: input.address_city,
    country: input.address_country,
    line1: input.address_line1,
    line2: input.address_line2,
    postal_code: input.address_zip,
    state: input.address_state,
  })
  return {
    address: addressOf({ ...address, ...given }),
    card: { ...card, expMonth: input.exp_month ?? card.expMonth, expYear: input.exp_year ?? card.expYear },
  }
}

function findExternalAccount(
  context: PaymentsContext,
  params: { readonly account: string; readonly id: string },
): ExternalAccount {
  const { id } = findConnectedAccount(context, params.account, 'account')
  return findRecord(context.rows.externalAccounts, id, 'external account', params.id, { param: 'id', inPath: true })
}
