import * as v from 'valibot'
import { empty, json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { viewOfReference } from '#core/list-view.ts'
import { routesFor } from '#core/routes.ts'
import { requireUser } from '#codehost/steps/access.ts'
import type { CodehostCall, Rows } from '#codehost/call.ts'
import { alreadyExists, invalidField, missingField, notFound, unprocessable } from '#codehost/errors.ts'
import { emailJson } from '#codehost/json/accounts/email.ts'
import { answerPage } from '#codehost/json/pagination.ts'
import type { Account, Email } from '#codehost/schema/accounts.ts'

const { get, post, patch, del } = routesFor<CodehostCall>()

const list = v.array(v.string())

/** Addresses in a body: a text, a list, or an object with a list. */
const AddressesInput = v.pipe(
  v.union([v.string(), list, v.object({ emails: v.optional(list, []) })]),
  v.transform((input) => (typeof input === 'string' ? [input] : Array.isArray(input) ? input : input.emails)),
)

const VisibilityChanges = v.object({ visibility: v.picklist(['public', 'private']) })

/** E-mail addresses of the authenticated user. https://docs.github.com/rest/users/emails */
export const emailsRoutes = [
  get('users/list-emails-for-authenticated-user', '/user/emails', requireUser('user:email'), (call) =>
    answerPage(call, viewOfReference(call.rows.emails, 'userId', call.user.id), emailJson),
  ),
  post('users/add-email-for-authenticated-user', '/user/emails', requireUser('user'), body(AddressesInput), (call) => {
    const { rows, user, body: addresses } = call
    if (addresses.length === 0) throw missingField('UserEmail', 'emails')
    for (const email of addresses) refuse(rows, email)
    const added = [...new Set(addresses)].map((email) =>
      rows.emails.insert({ userId: user.id, email, primary: false, verified: false, visibility: null }),
    )
    return json(added.map(emailJson), 201)
  }),
  del(
    'users/delete-email-for-authenticated-user',
    '/user/emails',
    requireUser('user'),
    body(AddressesInput),
    (call) => {
      const { rows, user, body: addresses } = call
      if (addresses.length === 0) throw missingField('UserEmail', 'emails')
      for (const email of addresses) remove(rows, user, ownEmail(rows, user, email))
      return empty()
    },
  ),
  get('users/list-public-emails-for-authenticated-user', '/user/public_emails', requireUser('user:email'), (call) => {
    const own = call.rows.emails.referring('userId', call.user.id)
    return answerPage(
      call,
      own.filter(({ visibility }) => visibility === 'public'),
      emailJson,
    )
  }),
  patch(
    'users/set-primary-email-visibility-for-authenticated-user',
    '/user/email/visibility',
    requireUser('user'),
    body(VisibilityChanges),
    ({ rows, user, body: { visibility } }) => {
      const primary = rows.emails.referring('userId', user.id).find((each) => each.primary)
      if (primary === undefined) throw notFound()
      rows.accounts.update(user.id, { email: visibility === 'public' ? primary.email : null })
      return json([emailJson(rows.emails.update(primary.id, { visibility }))])
    },
  ),
]

function ownEmail(rows: Rows, user: Account, email: string): Email {
  const found = rows.emails.find('email', email.toLowerCase())
  if (found?.userId !== user.id) throw notFound()
  return found
}

function remove(rows: Rows, user: Account, email: Email): void {
  if (email.primary) throw unprocessable('The primary e-mail address cannot be removed.')
  rows.emails.delete(email.id)
  if (user.email?.toLowerCase() === email.email.toLowerCase()) rows.accounts.update(user.id, { email: null })
}

/** @throws 422 for a malformed address and for one that is in use. */
function refuse(rows: Rows, email: string): void {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw invalidField('UserEmail', 'email', email)
  if (rows.emails.find('email', email.toLowerCase()) !== undefined) throw alreadyExists('UserEmail', 'email')
}
