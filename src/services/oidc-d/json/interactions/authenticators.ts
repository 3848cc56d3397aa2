import type { RecordContext } from '#oidc-d/call.ts'
import { maskedProfile } from '#oidc-d/json/authentication-factors.ts'
import {
  authenticatorOf,
  methodsOf,
  type EnrolledAuthenticator,
  type MethodType,
} from '#oidc-d/rules/interactions/authenticators.ts'
import type { AuthenticatorKey, Factor, JsonObject, User } from '#oidc-d/schema.ts'
import type { FieldJson, OptionJson } from './forms.ts'

type Rows = Pick<RecordContext, 'rows'>

/** Returns an authenticator of the organization, with all of its methods or those that are given. */
export function authenticatorJson(context: Rows, key: AuthenticatorKey, methods = methodsOf(key)) {
  const { id, type, name } = authenticatorOf(context, key) ?? { id: key, type: key, name: key }
  return { type, key, id, displayName: name, methods: methods.map((each) => ({ type: each })) }
}

/** Returns an authenticator that a person has enrolled, of which nobody can read the number or the address. */
export function enrollmentJson(context: Rows, user: User, { key, id, methods, factors }: EnrolledAuthenticator) {
  const profile = shownProfile(user, key, factors[0])
  return {
    ...(profile === null ? {} : { profile }),
    ...authenticatorJson(context, key, methods),
    id,
  }
}

function shownProfile(user: User, key: AuthenticatorKey, factor: Factor | undefined): JsonObject | null {
  if (key === 'okta_email') {
    const { email } = factor?.profile ?? {}
    return { email: maskedAddress(typeof email === 'string' ? email : user.profile.email) }
  }
  if (key === 'phone_number') return maskedProfile(factor?.profile ?? {})
  if (key !== 'security_question' || factor === undefined) return null
  const { question, questionText } = factor.profile ?? {}
  return { questionKey: question, question: questionText }
}

function maskedAddress(email: string): string {
  const [name = '', domain = ''] = email.split('@')
  return `${name.slice(0, 1)}***${name.slice(-1)}@${domain}`
}

/** Returns the choice of an authenticator to prove; `place` is its place among the enrollments of the document. */
export function choiceOf(
  context: Rows,
  { key, id, methods }: EnrolledAuthenticator,
  place: number,
  { withEnrollmentId }: { readonly withEnrollmentId: boolean },
): OptionJson {
  const { id: authenticatorId, displayName } = authenticatorJson(context, key)
  const fields = [
    idField(authenticatorId),
    methodField(methods, false),
    ...(key === 'phone_number' && withEnrollmentId
      ? [{ name: 'enrollmentId', required: true, value: id, mutable: false }]
      : []),
  ]
  return option(displayName, fields, `$.authenticatorEnrollments.value[${place}]`)
}

/** Returns the choice of an authenticator to enroll; `place` is its place among the authenticators of the document. */
export function enrollableChoiceOf(context: Rows, key: AuthenticatorKey, place: number): OptionJson {
  const { id, displayName } = authenticatorJson(context, key)
  const relatesTo = `$.authenticators.value[${place}]`
  if (key === 'phone_number') {
    const number = { name: 'phoneNumber', label: 'Phone number', required: false }
    return option(displayName, [idField(id), methodField(['sms', 'voice'], false), number], relatesTo)
  }
  if (key === 'okta_verify') {
    const channel = {
      name: 'channel',
      type: 'string',
      required: false,
      options: [{ label: 'QRCODE', value: 'qrcode' }],
    }
    return option(displayName, [idField(id), channel], relatesTo)
  }
  return option(displayName, [idField(id), methodField(methodsOf(key), false)], relatesTo)
}

function option(label: string, fields: readonly FieldJson[], relatesTo: string): OptionJson {
  return { label, value: { form: { value: fields } }, relatesTo }
}

/** Returns the field with the id of an authenticator. */
export function idField(id: string): FieldJson {
  return { name: 'id', required: true, value: id, mutable: false }
}

const METHOD_LABELS: Readonly<Record<MethodType, string>> = {
  password: 'Password',
  email: 'Email',
  sms: 'SMS',
  voice: 'Voice call',
  otp: 'Enter a code',
  totp: 'Enter a code',
  push: 'Get a push notification',
  security_question: 'Security Question',
}

/** Returns the field for the method of an authenticator: fixed where there is one, except for phones. */
export function methodField(methods: readonly MethodType[], required: boolean): FieldJson {
  const [only] = methods
  const isPhone = only === 'sms' || only === 'voice'
  if (methods.length === 1 && only !== undefined && !isPhone && !required) {
    return { name: 'methodType', required, value: only, mutable: false }
  }
  const options = methods.map((value) => ({ label: METHOD_LABELS[value], value }))
  return { name: 'methodType', type: 'string', required, options }
}
