import type { RecordContext, Site } from '#oidc-d/call.ts'
import { choosable } from '#oidc-d/rules/interactions/challenges.ts'
import { enrollable, maySkip } from '#oidc-d/rules/interactions/enrollments.ts'
import { registrationFor, offersUnlocking, primaryFactor } from '#oidc-d/rules/policies/identity-engine.ts'
import { SECURITY_QUESTIONS } from '#oidc-d/rules/factors/questions.ts'
import type { AuthenticatorKey, Factor, Interaction } from '#oidc-d/schema.ts'
import { authenticatorJson, choiceOf, enrollableChoiceOf, idField, methodField } from './authenticators.ts'
import { credentialsField, formJson, type FieldJson, type FormJson, type FormParts } from './forms.ts'

/** How often an application may ask whether the person has answered elsewhere. Milliseconds. */
export const POLL_INTERVAL = 4000

/** The state that the forms of a step are made from. */
export type InteractionSite = Site & RecordContext

/** Returns the forms of the step of an interaction: what the person may do next. */
export function remediationsJson(site: InteractionSite, interaction: Interaction): readonly FormJson[] {
  return partsOf(site, interaction).map((parts) => formJson(site, interaction, parts))
}

function partsOf(site: InteractionSite, interaction: Interaction): readonly FormParts[] {
  switch (interaction.step) {
    case 'identify':
      return identifyForms(site)
    case 'identify for recovery':
      return [{ name: 'identify-recovery', path: '/identify', fields: [IDENTIFIER] }, ...registrationOffer(site)]
    case 'unlock':
      return [unlockForm(site)]
    case 'register':
      return [registrationForm(site), { name: 'select-identify', path: '/identify/select' }]
    case 'select':
      return [selectForm(site, interaction)]
    case 'choose method':
      return [methodForm(site, interaction), ...others(site, interaction)]
    case 'challenge':
      return [challengeForm(site, interaction), ...others(site, interaction)]
    case 'approve':
      return [{ ...POLL, name: 'challenge-poll' }, ...others(site, interaction)]
    case 'select to enroll':
      return enrollmentChoices(site, interaction)
    case 'choose method to enroll':
      return [phoneForm(site), ...enrollmentChoices(site, interaction)]
    case 'enroll':
      return [enrollmentForm(interaction), ...enrollmentChoices(site, interaction)]
    case 'approve enrollment':
      return [{ ...POLL, name: 'enroll-poll' }, ...enrollmentChoices(site, interaction)]
    case 'reset password':
      return [newPasswordForm('reset-authenticator')]
    case 'replace password':
      return [newPasswordForm('reenroll-authenticator')]
    case 'renew password':
      return [newPasswordForm('reenroll-authenticator-warning'), SKIP]
    case 'done':
    case 'unlocked':
      return []
  }
}

const IDENTIFIER: FieldJson = { name: 'identifier', label: 'Username', required: true }

const SKIP: FormParts = { name: 'skip', path: '/skip' }

const POLL = { path: '/challenge/poll', about: 'currentAuthenticator', refresh: POLL_INTERVAL } as const

function identifyForms(site: InteractionSite): readonly FormParts[] {
  const asksPassword = primaryFactor(site) === 'PASSWORD_IDP'
  const fields = [
    IDENTIFIER,
    ...(asksPassword ? [credentialsField({ name: 'passcode', label: 'Password', secret: true })] : []),
    { name: 'rememberMe', type: 'boolean', label: 'Keep me signed in' },
  ]
  return [
    { name: 'identify', path: '/identify', fields },
    ...registrationOffer(site),
    ...(offersUnlocking(site) ? [{ name: 'unlock-account', path: '/unlock-account' }] : []),
  ]
}

function registrationOffer(site: InteractionSite): readonly FormParts[] {
  return registrationFor(site).isAllowed ? [{ name: 'select-enroll-profile', path: '/enroll' }] : []
}

function unlockForm(site: InteractionSite): FormParts {
  const options = UNLOCKING.map((key, place) => {
    const methods = key === 'okta_email' ? (['email'] as const) : (['sms', 'voice'] as const)
    return choiceOf(site, { key, id: key, methods, factors: [] }, place, { withEnrollmentId: false })
  })
  const fields = [IDENTIFIER, { name: 'authenticator', type: 'object', options }]
  return { name: 'select-authenticator-unlock-account', path: '/challenge', fields }
}

/** The authenticators by which an account can be unlocked. */
export const UNLOCKING: readonly AuthenticatorKey[] = ['okta_email', 'phone_number']

function registrationForm(site: InteractionSite): FormParts {
  const fields = registrationFor(site).attributes.map(({ name, label, required }) => ({ name, label, required }))
  return { name: 'enroll-profile', path: '/enroll/new', fields: [{ name: 'userProfile', form: { value: fields } }] }
}

function selectForm(site: InteractionSite, interaction: Interaction): FormParts {
  const options = choosable(site, interaction).map((each, place) =>
    choiceOf(site, each, place, { withEnrollmentId: true }),
  )
  const fields = [{ name: 'authenticator', type: 'object', options }]
  return { name: 'select-authenticator-authenticate', path: '/challenge', fields }
}

/** Returns the choice of another authenticator, where there is any. */
function others(site: InteractionSite, interaction: Interaction): readonly FormParts[] {
  return choosable(site, interaction).length === 0 ? [] : [selectForm(site, interaction)]
}

function methodForm(site: InteractionSite, interaction: Interaction): FormParts {
  const chosen = choosable(site, interaction).find(({ key }) => key === interaction.authenticator)
  const { id, displayName } = authenticatorJson(site, interaction.authenticator ?? 'okta_email')
  const enrollment = chosen?.key === 'phone_number' ? [{ ...idField(chosen.id), name: 'enrollmentId' }] : []
  const value = [idField(id), ...enrollment, methodField(chosen?.methods ?? [], true)]
  const fields = [{ name: 'authenticator', label: displayName, form: { value } }]
  return {
    name: 'authenticator-verification-data',
    path: '/challenge',
    about: 'currentAuthenticatorEnrollment',
    fields,
  }
}

function challengeForm({ rows }: InteractionSite, { authenticator, factorId }: Interaction): FormParts {
  const answer = { name: 'challenge-authenticator', path: '/challenge/answer' } as const
  const about = authenticator === 'google_otp' || authenticator === 'okta_verify' ? CURRENT : ENROLLED
  return {
    ...answer,
    about,
    fields: [credentialsField(...answerFields(authenticator, rows.factors.get(factorId ?? '')))],
  }
}

/** The field for the code of an authenticator application. */
const APPLICATION_CODE: FieldJson = { name: 'passcode', label: 'Enter code', required: true, visible: true }

const CURRENT = 'currentAuthenticator'
const ENROLLED = 'currentAuthenticatorEnrollment'

function answerFields(authenticator: AuthenticatorKey | null, factor: Factor | undefined): readonly FieldJson[] {
  switch (authenticator) {
    case 'okta_password':
      return [{ name: 'passcode', label: 'Password', secret: true }]
    case 'security_question': {
      const { question, questionText } = factor?.profile ?? {}
      const key = { name: 'questionKey', label: String(questionText), required: true, value: String(question) }
      return [
        { ...key, visible: false, mutable: false },
        { name: 'answer', label: 'Answer', required: true },
      ]
    }
    case 'okta_verify':
      return [{ name: 'totp', label: 'Enter code from Okta Verify app', required: true }]
    case 'google_otp':
      return [APPLICATION_CODE]
    default:
      return [{ name: 'passcode', label: 'Enter code' }]
  }
}

/** Returns the choice of an authenticator to enroll, and of none where the policy requires none. */
function enrollmentChoices(site: InteractionSite, interaction: Interaction): readonly FormParts[] {
  return [selectToEnrollForm(site, interaction), ...(maySkip(site, interaction) ? [SKIP] : [])]
}

function selectToEnrollForm(site: InteractionSite, interaction: Interaction): FormParts {
  const options = enrollable(site, interaction).map((key, place) => enrollableChoiceOf(site, key, place))
  const fields = [{ name: 'authenticator', type: 'object', options }]
  return { name: 'select-authenticator-enroll', path: '/credential/enroll', fields }
}

function phoneForm(site: InteractionSite): FormParts {
  const { id, displayName } = authenticatorJson(site, 'phone_number')
  const number = { name: 'phoneNumber', label: 'Phone number', required: true }
  const value = [idField(id), methodField(['sms', 'voice'], true), number]
  const fields = [{ name: 'authenticator', label: displayName, form: { value } }]
  return { name: 'authenticator-enrollment-data', path: '/credential/enroll', about: CURRENT, fields }
}

function enrollmentForm({ authenticator }: Interaction): FormParts {
  const form = { name: 'enroll-authenticator', path: '/challenge/answer', about: CURRENT } as const
  if (authenticator === 'okta_password') {
    return { ...form, fields: [credentialsField({ name: 'passcode', label: 'Enter password', secret: true })] }
  }
  if (authenticator === 'security_question') return { ...form, fields: [QUESTION] }
  const code = authenticator === 'google_otp' ? APPLICATION_CODE : { name: 'passcode', label: 'Enter code' }
  return { ...form, fields: [credentialsField(code)] }
}

const ANSWER: FieldJson = { name: 'answer', label: 'Answer', required: true, secret: true }

/** The field with which a person chooses a security question, or words one. */
const QUESTION: FieldJson = {
  name: 'credentials',
  type: 'object',
  required: true,
  options: [
    {
      label: 'Choose a security question',
      value: {
        form: {
          value: [
            {
              name: 'questionKey',
              type: 'string',
              label: 'Choose a security question',
              required: true,
              options: Object.entries(SECURITY_QUESTIONS).map(([value, label]) => ({ label, value })),
            },
            ANSWER,
          ],
        },
      },
    },
    {
      label: 'Create my own security question',
      value: {
        form: {
          value: [
            { name: 'questionKey', required: true, value: 'custom', mutable: false },
            { name: 'question', label: 'Create a security question', required: true },
            ANSWER,
          ],
        },
      },
    },
  ],
}

const REVOKE: FieldJson = { name: 'revokeSessions', type: 'boolean', label: 'Sign me out of all other devices' }

function newPasswordForm(name: string): FormParts {
  const password = { name: 'passcode', label: 'New password', secret: true }
  const fields = name === 'reset-authenticator' ? [password, REVOKE] : [password]
  return { name, path: '/challenge/answer', about: CURRENT, fields: [credentialsField(...fields)] }
}
