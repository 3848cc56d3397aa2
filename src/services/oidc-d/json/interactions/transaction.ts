import { totpUri } from '#core/totp.ts'
import type { Endpoints } from '#oidc-d/rules/servers/endpoints.ts'
import { date } from '#oidc-d/rules/dates.ts'
import { challengeOf } from '#oidc-d/rules/factors/challenges.ts'
import { SECURITY_QUESTIONS } from '#oidc-d/rules/factors/questions.ts'
import { enrolledBy, methodOf } from '#oidc-d/rules/interactions/authenticators.ts'
import { choosable } from '#oidc-d/rules/interactions/challenges.ts'
import type { InteractionRefusal } from '#oidc-d/rules/interactions/refusals.ts'
import { enrollable } from '#oidc-d/rules/interactions/enrollments.ts'
import { passwordRequirementsFor } from '#oidc-d/rules/policies/evaluation.ts'
import { daysUntilExpiry } from '#oidc-d/rules/users/sign-in.ts'
import { primaryFactor } from '#oidc-d/rules/policies/identity-engine.ts'
import type { AuthenticatorKey, Factor, Interaction, InteractionStep, User } from '#oidc-d/schema.ts'
import { authenticatorJson, enrollmentJson } from './authenticators.ts'
import {
  formJson,
  listJson,
  messageJson,
  objectJson,
  refusalMessageJson,
  type FormJson,
  type MessageJson,
} from './forms.ts'
import { markedForms } from './marked-forms.ts'
import { qrCodeJson } from './qr-code.ts'
import { POLL_INTERVAL, remediationsJson, UNLOCKING, type InteractionSite } from './remediations.ts'

// The documents of the Identity Engine. Applications read the forms by their names, and the members to which a form
// relates. https://developer.okta.com/docs/concepts/interaction-code/

/**
 * Returns the document of an interaction: its forms, and the authenticators that they are about. The message of a
 * refusal is at the field that it is about, where the forms have it, or else at the document.
 */
export function transactionJson(site: InteractionSite, interaction: Interaction, refusal?: InteractionRefusal) {
  const user = interaction.userId === null ? null : site.rows.users.require(interaction.userId)
  const forms = remediationsJson(site, interaction)
  const marked = refusal === undefined ? null : markedForms(forms, refusal)
  const remediations = marked ?? forms
  const all = [
    ...(refusal === undefined || marked !== null ? [] : [refusalMessageJson(refusal)]),
    ...ownMessages(site, interaction),
  ]
  return {
    ...headJson(interaction),
    ...(remediations.length === 0 ? {} : { remediation: listJson(remediations) }),
    ...(all.length === 0 ? {} : { messages: listJson(all) }),
    ...authenticatorMembers(site, interaction, user),
    ...tailJson(site, interaction, user),
  }
}

function headJson({ id, expiresAt }: Interaction) {
  return { version: '1.0.0', stateHandle: id, expiresAt: date(expiresAt), intent: 'LOGIN' }
}

function tailJson(site: InteractionSite, interaction: Interaction, user: User | null) {
  return {
    ...(user === null ? {} : { user: objectJson(personJson(user)) }),
    cancel: formJson(site, interaction, { name: 'cancel', path: '/cancel' }),
    app: objectJson(appJson(site, interaction)),
  }
}

function ownMessages(site: InteractionSite, interaction: Interaction): readonly MessageJson[] {
  const { step } = interaction
  if (step === 'renew password') return [expiryMessage(appJson(site, interaction).label)]
  if (step !== 'unlocked') return []
  const message = 'You can log in using your existing username and password'
  return [messageJson({ message, key: 'oie.selfservice.unlock_user.success.message', params: [] }, 'INFO')]
}

function expiryMessage(app: string): MessageJson {
  const message = `When your password expires, you will have to change your password before you can login to your ${app} account.`
  return messageJson({ message, key: 'idx.password.expiring.message', params: [app] }, 'INFO')
}

function personJson({ id, profile }: User) {
  const { login, firstName = null, lastName = null, locale, timezone } = profile
  const shown = { firstName, lastName, timeZone: timezone ?? 'America/Los_Angeles', locale: locale ?? 'en_US' }
  return { id, identifier: login, profile: shown }
}

function appJson({ rows }: InteractionSite, { clientId }: Interaction) {
  const app = rows.apps.find('clientId', clientId)
  return { name: app?.name ?? 'oidc_client', label: app?.label ?? clientId, id: app?.id ?? clientId }
}

/** Returns the document of a person who is signed in: the form with which the application gets its tokens. */
export function signedInJson(
  site: InteractionSite,
  interaction: Interaction,
  { token }: Pick<Endpoints, 'token'>,
  { isConfidential }: { readonly isConfidential: boolean },
) {
  const { userId, code, clientId } = interaction
  const user = userId === null ? null : site.rows.users.require(userId)
  return {
    ...headJson(interaction),
    ...tailJson(site, interaction, user),
    successWithInteractionCode: {
      rel: ['create-form'],
      name: 'issue',
      href: token,
      method: 'POST',
      value: [
        { name: 'grant_type', required: true, value: 'interaction_code' },
        { name: 'interaction_code', required: true, value: code },
        { name: 'client_id', required: true, value: clientId },
        ...(isConfidential ? [{ name: 'client_secret', required: true }] : []),
        { name: 'code_verifier', required: true },
      ],
      accepts: 'application/x-www-form-urlencoded',
    },
  }
}

/** The steps that are about an authenticator which the person has enrolled. */
const PROVING: readonly InteractionStep[] = ['select', 'choose method', 'challenge', 'approve']

function authenticatorMembers(site: InteractionSite, interaction: Interaction, user: User | null) {
  const { step } = interaction
  if (user !== null) {
    if (PROVING.includes(step)) return provingMembers(site, interaction, user)
    if (NEW_PASSWORD.includes(step)) return passwordMembers(site, interaction, user)
    return ENROLLING.includes(step) ? enrollingMembers(site, interaction, user) : {}
  }
  if (step === 'unlock') {
    const authenticators = UNLOCKING.map((key) => authenticatorJson(site, key))
    const enrollments = authenticators.map(({ type, key, methods }) => ({ type, key, methods }))
    return { authenticators: listJson(authenticators), authenticatorEnrollments: listJson(enrollments) }
  }
  if (step !== 'identify' || primaryFactor(site) !== 'PASSWORD_IDP') return {}
  return { currentAuthenticator: objectJson({ recover: recoverForm(site, interaction), ...passwordJson(site) }) }
}

const NEW_PASSWORD: readonly InteractionStep[] = ['reset password', 'replace password', 'renew password']

const ENROLLING: readonly InteractionStep[] = [
  'select to enroll',
  'choose method to enroll',
  'enroll',
  'approve enrollment',
]

function passwordJson(site: InteractionSite) {
  return authenticatorJson(site, 'okta_password')
}

function recoverForm(site: InteractionSite, interaction: Interaction): FormJson {
  return formJson(site, interaction, { name: 'recover', path: '/recover' })
}

function resendForm(site: InteractionSite, interaction: Interaction): FormJson {
  return formJson(site, interaction, { name: 'resend', path: '/challenge/resend' })
}

function pollForm(site: InteractionSite, interaction: Interaction): FormJson {
  return formJson(site, interaction, { name: 'poll', path: '/challenge/poll', refresh: POLL_INTERVAL })
}

function provingMembers(site: InteractionSite, interaction: Interaction, user: User) {
  const options = choosable(site, interaction)
  const current = enrolledBy(site, user).find(({ key }) => key === interaction.authenticator)
  const shown = options.map((each) => enrollmentJson(site, user, each))
  const isCode = current?.key === 'google_otp' || current?.key === 'okta_verify'
  const factor = site.rows.factors.get(interaction.factorId ?? '')
  const methods = factor === undefined ? current?.methods : [methodOf(factor)]
  return {
    ...(current === undefined
      ? {}
      : isCode && interaction.step !== 'choose method'
        ? { currentAuthenticator: objectJson(authenticatorJson(site, current.key, methods)) }
        : {
            currentAuthenticatorEnrollment: objectJson({
              ...actionsOf(site, interaction, factor),
              ...enrollmentJson(site, user, { ...current, methods: methods ?? current.methods }),
            }),
          }),
    authenticators: listJson(options.map(({ key, methods: all }) => authenticatorJson(site, key, all))),
    authenticatorEnrollments: listJson(shown),
    ...(interaction.purpose === 'recover' ? { recoveryAuthenticator: objectJson(recoveredJson(site, user)) } : {}),
  }
}

/** Returns the forms that an authenticator under challenge has: recover, resend, poll. */
function actionsOf(site: InteractionSite, interaction: Interaction, factor: Factor | undefined) {
  const { authenticator, step, purpose } = interaction
  if (authenticator === 'okta_password') {
    return purpose === 'recover' ? {} : { recover: recoverForm(site, interaction) }
  }
  const isSent = authenticator === 'okta_email' || authenticator === 'phone_number'
  const isPolled = authenticator === 'okta_email' && step === 'challenge'
  return {
    ...(isSent ? { resend: resendForm(site, interaction) } : {}),
    ...(isPolled ? { poll: pollForm(site, interaction) } : {}),
    ...(factor?.factorType === 'question' ? { contextualData: { enrolledQuestion: questionOf(factor) } } : {}),
  }
}

function questionOf({ profile }: Factor) {
  return { question: profile?.['questionText'], questionKey: profile?.['question'] }
}

function recoveredJson(site: InteractionSite, user: User) {
  return { ...passwordJson(site), settings: passwordSettings(site, user) }
}

function passwordSettings(site: InteractionSite, user: User) {
  const { complexity, excludeAttributes, minAgeMinutes, historyCount } = passwordRequirementsFor(site, user)
  return { complexity: { ...complexity, excludeAttributes }, age: { minAgeMinutes, historyCount } }
}

function passwordMembers(site: InteractionSite, { step }: Interaction, user: User) {
  const enrolled = enrolledBy(site, user)
  const { settings, ...password } = recoveredJson(site, user)
  const days = step === 'renew password' ? { daysToExpiry: daysUntilExpiry(site, user) } : {}
  return {
    currentAuthenticator: objectJson({ ...password, settings: { ...settings, ...days } }),
    authenticators: listJson([passwordJson(site)]),
    authenticatorEnrollments: listJson(enrolled.map((each) => enrollmentJson(site, user, each))),
    recoveryAuthenticator: objectJson(recoveredJson(site, user)),
  }
}

function enrollingMembers(site: InteractionSite, interaction: Interaction, user: User) {
  const { authenticator: key, step } = interaction
  const isChosen = key !== null && step !== 'select to enroll'
  return {
    ...(isChosen ? { currentAuthenticator: objectJson(enrollingJson(site, interaction, user, key)) } : {}),
    authenticators: listJson(enrollable(site, interaction).map((each) => authenticatorJson(site, each))),
    authenticatorEnrollments: listJson(enrolledBy(site, user).map((each) => enrollmentJson(site, user, each))),
    ...(isChosen ? { enrollmentAuthenticator: objectJson(authenticatorJson(site, key)) } : {}),
  }
}

/** Returns the authenticator that is enrolled, with what a person needs for it: the secret, the questions. */
function enrollingJson(site: InteractionSite, interaction: Interaction, user: User, key: AuthenticatorKey) {
  const factor = site.rows.factors.get(interaction.factorId ?? '')
  const isSent = interaction.step === 'enroll' && (key === 'okta_email' || key === 'phone_number')
  const data = factor === undefined && key !== 'security_question' ? {} : contextualData(site, user, key, factor)
  return {
    ...data,
    ...(isSent ? { resend: resendForm(site, interaction) } : {}),
    ...(isSent && key === 'okta_email' ? { poll: pollForm(site, interaction) } : {}),
    ...authenticatorJson(site, key, factor === undefined ? undefined : [methodOf(factor)]),
    ...(key === 'okta_password' ? { settings: passwordSettings(site, user) } : {}),
  }
}

function contextualData(site: InteractionSite, user: User, key: AuthenticatorKey, factor: Factor | undefined) {
  if (key === 'google_otp' && factor !== undefined) {
    const qrcode = qrCodeJson(totpUri('backlot', user.profile.login, factor.secret))
    return { contextualData: { qrcode, sharedSecret: factor.secret } }
  }
  if (key === 'okta_verify' && factor !== undefined) {
    const qrcode = qrCodeJson(`oktaverify://enroll?challenge=${challengeOf(site, factor)?.id ?? ''}`)
    return { contextualData: { qrcode, selectedChannel: 'qrcode' } }
  }
  if (key !== 'security_question') return {}
  const questions = Object.entries(SECURITY_QUESTIONS).map(([questionKey, question]) => ({ questionKey, question }))
  return { contextualData: { questionKeys: [...Object.keys(SECURITY_QUESTIONS), 'custom'], questions } }
}
