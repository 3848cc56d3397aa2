import { json } from '#core/answer.ts'
import { personJson } from '#payments/json/connect.ts'
import { LIST_PARAMS, newestFirst } from '#payments/protocol/list.ts'
import { hash, number, text } from '#payments/protocol/params.ts'
import { findConnectedAccount } from '#payments/rules/connect/find-account.ts'
import {
  addPerson,
  changePerson,
  deletePerson,
  hasRelationship,
  PERSON_INPUT,
  RELATIONSHIP,
  type PersonInput,
} from '#payments/rules/connect/persons.ts'
import { findRecord } from '#payments/rules/records.ts'
import { answer, answerPage, del, get, post } from '../../route.ts'
import { withTokenDetails } from '#payments/rules/payment-methods/tokens.ts'
import type { PaymentsContext, SignedCall } from '#payments/call.ts'
import type { Person } from '#payments/schema/connect-records.ts'

const all = '/v1/accounts/:account/persons'
const one = '/v1/accounts/:account/persons/:person'

/** The persons of a connected account. https://docs.stripe.com/api/persons */
export const personsRoutes = [
  post('PostAccountsAccountPersons', all, PERSON_INPUT, (call) => {
    const { id } = findConnectedAccount(call, call.params.account, 'account')
    return answer(call, personJson(addPerson(call, id, told(call))))
  }),
  get(
    'GetAccountsAccountPersons',
    all,
    { ...LIST_PARAMS, relationship: hash({ ...RELATIONSHIP, percent_ownership: number(), title: text() }) },
    (call) => {
      const { id } = findConnectedAccount(call, call.params.account, 'account')
      const where = (person: Person): boolean => hasRelationship(person, call.input.relationship ?? {})
      return answerPage(call, newestFirst(call.rows.persons, 'all', [id], where), 'person', personJson)
    },
  ),
  get('GetAccountsAccountPersonsPerson', one, {}, (call) => answer(call, personJson(findPerson(call, call.params)))),
  post('PostAccountsAccountPersonsPerson', one, PERSON_INPUT, (call) => {
    const after = changePerson(call, findPerson(call, call.params), told(call))
    return answer(call, personJson(after))
  }),
  del('DeleteAccountsAccountPersonsPerson', one, {}, (call) => {
    const person = findPerson(call, call.params)
    deletePerson(call, person)
    return json({ id: person.id, object: 'person', deleted: true })
  }),
]

/** Returns what a request tells of a person, by its token too. */
function told(call: SignedCall & { readonly account: string; readonly input: PersonInput }): PersonInput {
  return withTokenDetails(call, call.account, 'person', call.input)
}

function findPerson(context: PaymentsContext, params: { readonly account: string; readonly person: string }): Person {
  const { id } = findConnectedAccount(context, params.account, 'account')
  return findRecord(context.rows.persons, id, 'person', params.person, { param: 'person', inPath: true })
}
