import type { Failure } from '#core/errors.ts'
import { textsIn } from '../json-objects.ts'

/** The text of a message, with the key by which applications translate it. */
export interface MessageText {
  readonly message: string
  readonly key: string
  readonly params?: readonly string[]
}

/** The refusal of a step of an interaction, which goes on: the answer has the step again, with the message. */
export class InteractionRefusal extends Error {
  override name = 'InteractionRefusal'
  readonly text: MessageText
  /** The field that was wrong; null for the step as a whole. */
  readonly field: string | null
  /** The HTTP status. */
  readonly status: number

  constructor(text: MessageText, { field = null, status = 400 }: { field?: string | null; status?: number } = {}) {
    super(text.message)
    this.text = text
    this.field = field
    this.status = status
  }
}

/** The name and the password do not belong together, or the person may not sign in. */
export function signInFailed(): InteractionRefusal {
  return new InteractionRefusal({ message: 'Authentication failed', key: 'errors.E0000004' }, { status: 401 })
}

/** The policies do not let the person in. */
export function signInDenied(): InteractionRefusal {
  const message = 'You do not have permission to perform the requested action.'
  return new InteractionRefusal({ message, key: 'security.access_denied' }, { status: 403 })
}

/** Refuses a login that no user has. */
export function unknownPerson(login: string): InteractionRefusal {
  const message = `There is no account with the Username ${login}.`
  // The vendor does not answer this as an error.
  return new InteractionRefusal({ message, key: 'idx.unknown.user', params: [login] }, { status: 200 })
}

/** The person is not assigned to the app. */
export function notAssigned(): InteractionRefusal {
  const message = 'User is not assigned to this application.'
  return new InteractionRefusal({ message, key: 'idx.error.user.not.assigned.to.app' })
}

/** The person cannot prove who they are as the policy wants it. */
export function unsatisfiable(app: string): InteractionRefusal {
  const message = `Unable to login to "${app}" at this time. For assistance, please contact your administrator.`
  return new InteractionRefusal({ message, key: 'oie.assurance.unsatisfiable', params: [app] })
}

/** The password of a person who is known already is wrong. */
export function wrongPassword(): InteractionRefusal {
  return new InteractionRefusal(
    { message: 'Password is incorrect', key: 'incorrectPassword' },
    { field: 'passcode', status: 401 },
  )
}

/** The password policy lets nobody but an administrator reset the password. */
export function recoveryNotAllowed(): InteractionRefusal {
  const message = 'Reset password is not allowed at this time. Please contact support for assistance.'
  return new InteractionRefusal({ message, key: 'oie.selfservice.reset.password.not.allowed' }, { status: 403 })
}

/** The account is not locked, or the password policy lets nobody but an administrator unlock it. */
export function unlockingNotAllowed(): InteractionRefusal {
  const message = 'Self Service Unlock is not allowed at this time. Please contact support for assistance.'
  return new InteractionRefusal({ message, key: 'oie.selfservice.user.unlock.not.allowed' })
}

/** The step of the interaction is another one than the request is for. */
export function operationNotAllowed(): InteractionRefusal {
  const message = 'The operation is not allowed. Please refresh the page to proceed.'
  return new InteractionRefusal({ message, key: 'errors.E0000079' }, { status: 403 })
}

/** A member of the body is missing. */
export function fieldMissing(field: string): InteractionRefusal {
  return new InteractionRefusal({
    message: `'${field}' is required.`,
    key: 'api.error.field_must_not_be_null',
    params: [field],
  })
}

/** The person has rejected the sign-in on the device. */
export function pushRejected(): InteractionRefusal {
  const message = 'You have chosen to reject this login.'
  return new InteractionRefusal({ message, key: 'api.authn.poll.error.push_rejected' })
}

/** Returns the refusal of an interaction for a failure of the rules that it shares with other operations. */
export function refusalFor(failure: Failure): InteractionRefusal {
  const [cause = failure.message] = textsIn(failure.details['causes'])
  switch (failure.details['code']) {
    case 'E0000068':
      return wrongCode(cause)
    case 'E0000087':
      return wrongAnswer()
    case 'E0000014':
      return unsuitablePassword(cause)
    case 'E0000098':
      return new InteractionRefusal({ message: 'Invalid Phone Number.', key: 'api.factors.error.sms.invalid_phone' })
    case 'E0000001':
      return invalidField(cause)
    default:
      return new InteractionRefusal(
        { message: cause, key: `errors.${String(failure.details['code'])}` },
        { status: failure.status },
      )
  }
}

function wrongCode(cause: string): InteractionRefusal {
  const options = { field: 'passcode', status: 401 }
  if (cause.startsWith('Each code')) {
    return new InteractionRefusal({ message: cause, key: 'authfactor.challenge.soft_token.used_passcode' }, options)
  }
  return new InteractionRefusal(
    { message: 'Invalid code. Try again.', key: 'api.authn.error.PASSCODE_INVALID', params: [] },
    options,
  )
}

/** The answer to a question is wrong. */
function wrongAnswer(): InteractionRefusal {
  const message = "Your answer doesn't match our records. Please try again."
  const text = { message, key: 'authfactor.challenge.question_factor.answer_invalid' }
  return new InteractionRefusal(text, { field: 'answer', status: 401 })
}

function unsuitablePassword(cause: string): InteractionRefusal {
  return new InteractionRefusal({ message: cause, key: 'password.passwordRequirementsNotMet' }, { field: 'passcode' })
}

/** Returns the refusal for a field that a rule has found to be invalid; the cause is `field: sentence`. */
function invalidField(cause: string): InteractionRefusal {
  const [field = '', ...rest] = cause.split(': ')
  const sentence = rest.join(': ')
  if (field === 'password') return unsuitablePassword(sentence)
  if (rest.length === 0) return new InteractionRefusal({ message: cause, key: 'api.factors.error' })
  const name = field === 'login' ? 'email' : field
  const label = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
  if (sentence.startsWith('An object with this field')) {
    const text = { message: `A user with this ${label} already exists`, params: [label] }
    return new InteractionRefusal({ ...text, key: 'registration.error.notUniqueWithinOrg' }, { field: name })
  }
  if (/pattern|form of an email/.test(sentence)) {
    const text = { message: `'${label}' must be in the form of an email address`, params: [label] }
    return new InteractionRefusal({ ...text, key: 'registration.error.invalidLoginEmail' }, { field: name })
  }
  return new InteractionRefusal({ message: sentence, key: 'api.error.invalid_field', params: [name] }, { field: name })
}
