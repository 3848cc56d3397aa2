import type { AuthContext, Rows } from '#auth-saas/call.ts'
import { clerkFailure, noSuch, paramInvalid } from '#auth-saas/errors.ts'
import type { MessageTemplate, TemplateType } from '#auth-saas/schema/templates.ts'
import { commonFields, updatedNow } from './common-fields.ts'

// The templates of the messages that an instance sends. The vendor has deprecated their operations.
// https://clerk.com/docs/guides/customizing-clerk/email-sms-templates

/** A message that the instance sends, as it is without a change. */
interface SystemTemplate {
  readonly type: TemplateType
  readonly slug: string
  readonly name: string
  /** The variable that its body must have. */
  readonly needs: 'otp_code' | 'action_url'
  readonly subject: string
  readonly body: string
}

const CODE = {
  needs: 'otp_code',
  subject: '{{otp_code}} is your verification code',
  body: '{{otp_code}} is your verification code. Do not share it with anybody.',
} as const

const link = (slug: string, name: string): SystemTemplate => ({
  type: 'email',
  slug,
  name,
  needs: 'action_url',
  subject: 'Your link to sign in',
  body: 'Open the link to verify this address: {{action_url}}',
})

/** The templates, in the vendor's order of positions. */
const SYSTEM: readonly SystemTemplate[] = [
  { type: 'email', slug: 'verification_code', name: 'Verification code', ...CODE },
  { type: 'email', slug: 'reset_password_code', name: 'Reset password code', ...CODE },
  link('magic_link_sign_in', 'Sign in link'),
  link('magic_link_sign_up', 'Sign up link'),
  link('magic_link_user_profile', 'Verify email link'),
  {
    type: 'email',
    slug: 'invitation',
    name: 'Invitation',
    needs: 'action_url',
    subject: 'You are invited',
    body: 'Accept the invitation to {{app.name}}: {{action_url}}',
  },
  {
    type: 'email',
    slug: 'organization_invitation',
    name: 'Organization invitation',
    needs: 'action_url',
    subject: 'You are invited',
    body: 'Accept the invitation: {{action_url}}',
  },
  { type: 'sms', slug: 'verification_code', name: 'Verification code', ...CODE },
  { type: 'sms', slug: 'reset_password_code', name: 'Reset password code', ...CODE },
]

/** A template with what the application has changed. */
export interface Template extends Omit<MessageTemplate, 'number'> {
  /** The place in the list of its type. */
  readonly position: number
  readonly requiredVariables: readonly string[]
  readonly availableVariables: readonly string[]
}

/** The moment from which the vendor's own templates are. */
const SYSTEM_SINCE = Date.UTC(2024, 0, 1)

function withChanges(rows: Rows, system: SystemTemplate): Template {
  const { type, slug, name, subject, body, needs } = system
  const changed = rows.messageTemplates.find('slug', type, slug)
  return {
    id: `tmpl_${type}_${slug}`,
    type,
    slug,
    name,
    subject: type === 'email' ? subject : null,
    markup: '',
    body,
    fromEmailName: type === 'email' ? 'notifications' : '',
    replyToEmailName: '',
    deliveredByClerk: true,
    isCustom: false,
    createdAt: SYSTEM_SINCE,
    updatedAt: SYSTEM_SINCE,
    ...changed,
    position: SYSTEM.filter((each) => each.type === type).indexOf(system),
    requiredVariables: [needs],
    availableVariables: [needs, 'app.name', 'app.domain_name'],
  }
}

/** @throws 400 for another channel than e-mail and text messages. */
export function templateTypeOf(text: string): TemplateType {
  if (text === 'email' || text === 'sms') return text
  const sentence = `The template type ${text} is not supported.`
  throw clerkFailure(400, 'template_type_unsupported', 'Unsupported template type', sentence)
}

/** Returns the templates of a channel, by their positions. */
export function templatesOf({ rows }: Pick<AuthContext, 'rows'>, type: TemplateType): readonly Template[] {
  return SYSTEM.filter((each) => each.type === type).map((each) => withChanges(rows, each))
}

/** Finds a template. @throws 404 for an unknown one. */
export function findTemplate({ rows }: Pick<AuthContext, 'rows'>, type: TemplateType, slug: string): Template {
  const system = SYSTEM.find((each) => each.type === type && each.slug === slug)
  if (system === undefined) throw noSuch('template', slug)
  return withChanges(rows, system)
}

/** The members of a template that an application changes; absent and null ones stay. */
export interface TemplateChanges {
  readonly name?: string | undefined
  readonly subject?: string | null | undefined
  readonly markup?: string | null | undefined
  readonly body?: string | undefined
  readonly fromEmailName?: string | undefined
  readonly replyToEmailName?: string | undefined
  readonly deliveredByClerk?: boolean | null | undefined
}

/**
 * Changes a template.
 *
 * @throws 422 for a body without a variable that it needs.
 */
export function changeTemplate(context: AuthContext, template: Template, changes: TemplateChanges): Template {
  const { rows } = context
  const { position: _place, requiredVariables, availableVariables: _named, id: _id, ...rest } = template
  const { createdAt: _created, ...before } = rest
  const { deliveredByClerk, ...content } = changes
  const body = content.body ?? before.body
  const missing = requiredVariables.find((name) => !variablesIn(body).includes(name))
  if (missing !== undefined) {
    const sentence = `The body must contain the variable {{${missing}}}.`
    throw clerkFailure(422, 'invalid_template_body', 'Invalid template body', sentence, { param_name: 'body' })
  }
  if (before.type === 'sms' && typeof content.subject === 'string') {
    throw paramInvalid('subject', 'Only e-mails have a subject.')
  }
  const fields = {
    ...before,
    name: content.name ?? before.name,
    subject: content.subject ?? before.subject,
    markup: content.markup ?? before.markup,
    body,
    fromEmailName: content.fromEmailName ?? before.fromEmailName,
    replyToEmailName: content.replyToEmailName ?? before.replyToEmailName,
    deliveredByClerk: deliveredByClerk ?? before.deliveredByClerk,
    isCustom: before.isCustom || Object.values(content).some((value) => value !== undefined && value !== null),
    ...updatedNow(context),
  }
  const known = rows.messageTemplates.find('slug', template.type, template.slug)
  if (known === undefined) rows.messageTemplates.insert({ ...commonFields(context, 'tmpl'), ...fields })
  else rows.messageTemplates.update(known.id, fields)
  return findTemplate(context, template.type, template.slug)
}

/** Returns a template to its default. @throws 400 for one that was not changed. */
export function revertTemplate(context: AuthContext, { type, slug }: Template): Template {
  const changed = context.rows.messageTemplates.find('slug', type, slug)
  if (changed?.isCustom !== true) {
    const sentence = 'The template is the default one, and cannot be reverted.'
    throw clerkFailure(400, 'template_revert_error', 'Template cannot be reverted', sentence)
  }
  context.rows.messageTemplates.delete(changed.id)
  return findTemplate(context, type, slug)
}

const VARIABLE = /\{\{\s*([\w.]+)\s*\}\}/g

function variablesIn(text: string): readonly string[] {
  return [...text.matchAll(VARIABLE)].map(([, name = '']) => name)
}

/** Returns a text with the values of its variables; one that is unknown is left out. */
export function filled(text: string, values: Readonly<Record<string, string | null | undefined>>): string {
  return text.replaceAll(VARIABLE, (_variable, name: string) => values[name] ?? '')
}
