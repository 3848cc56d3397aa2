import { json } from '#core/answer.ts'
import { detailTokenJson, personV2Json } from '#payments/json/persons-v2.ts'
import { LIST_V2_PARAMS, pageV2Json } from '#payments/protocol/list-v2.ts'
import { text } from '#payments/protocol/params.ts'
import { deletePerson } from '#payments/rules/connect/persons.ts'
import { findAccountV2 } from '#payments/rules/connect/v2/accounts.ts'
import { PERSON_V2 } from '#payments/rules/connect/v2/person-params.ts'
import { addPersonV2, changePersonV2, findPersonV2 } from '#payments/rules/connect/v2/persons.ts'
import { addDetailToken, findDetailToken } from '#payments/rules/connect/v2/tokens.ts'
import { answer, del, get, post } from '#payments/routes/route.ts'

const all = '/v2/core/accounts/:account/persons'
const one = `${all}/:person` as const
const tokens = '/v2/core/accounts/:account/person_tokens'

const REQUEST = { ...PERSON_V2, person_token: text() }

/**
 * The persons of an account, and the tokens by which a client tells of one.
 * https://docs.stripe.com/api/v2/core/persons, https://docs.stripe.com/api/v2/core/person-tokens
 */
export const personsV2Routes = [
  post('PostV2CoreAccountsAccountPersons', all, REQUEST, (call) => {
    const { id } = findAccountV2(call, call.params.account)
    return answer(call, personV2Json(addPersonV2(call, id, call.input)))
  }),
  get('GetV2CoreAccountsAccountPersons', all, LIST_V2_PARAMS, (call) => {
    const { id } = findAccountV2(call, call.params.account)
    const persons = call.rows.persons.walk('all', [id], { descending: true })
    return answer(call, pageV2Json(persons, call.input, call.path, personV2Json))
  }),
  get('GetV2CoreAccountsAccountPersonsPerson', one, {}, (call) => {
    const { id } = findAccountV2(call, call.params.account)
    return answer(call, personV2Json(findPersonV2(call, id, call.params.person)))
  }),
  post('PostV2CoreAccountsAccountPersonsPerson', one, REQUEST, (call) => {
    const { id } = findAccountV2(call, call.params.account)
    const before = findPersonV2(call, id, call.params.person)
    return answer(call, personV2Json(changePersonV2(call, before, call.input)))
  }),
  del('DeleteV2CoreAccountsAccountPersonsPerson', one, {}, (call) => {
    const { id } = findAccountV2(call, call.params.account)
    const person = findPersonV2(call, id, call.params.person)
    deletePerson(call, person)
    return json({ id: person.id, object: 'v2.core.account_person' })
  }),
  post(
    'PostV2CoreAccountsAccountPersonTokens',
    tokens,
    PERSON_V2,
    (call) => {
      const { id } = findAccountV2(call, call.params.account)
      return answer(call, detailTokenJson(addDetailToken(call, id, 'person', call.input)))
    },
    { publishable: true },
  ),
  get('GetV2CoreAccountsAccountPersonTokensToken', `${tokens}/:token`, {}, (call) => {
    const { id } = findAccountV2(call, call.params.account)
    return answer(call, detailTokenJson(findDetailToken(call, id, 'person', call.params.token)))
  }),
]
