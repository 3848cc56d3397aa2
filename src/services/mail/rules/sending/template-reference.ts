import { ownMember } from '#core/objects.ts'
import type { Rows, MailContext } from '#mail/call.ts'
import { notFound, validationError } from '#mail/errors.ts'
import type { PropertyValue, Template, TemplateVariable } from '#mail/schema/audiences.ts'
import { filled, type Lookup } from './variables.ts'

/** The content that a template gives to an email. */
export interface FromTemplate {
  readonly uuid: string
  readonly from: string | null
  readonly subject: string | null
  readonly replyTo: readonly string[] | null
  readonly html: string | null
  readonly text: string | null
}

/** An email's reference to a template. */
export interface TemplateReference {
  /** The id or the alias of a published template. */
  readonly id: string
  readonly variables?: Readonly<Record<string, string | number>> | null | undefined
}

/**
 * Returns the template with this id or alias.
 *
 * @throws 404.
 */
export function findTemplate(rows: Rows, idOrAlias: string): Template {
  const template = rows.templates.find('uuid', idOrAlias) ?? rows.templates.find('alias', idOrAlias)
  if (template === undefined) throw notFound('Template')
  return template
}

/**
 * Fills the published version of a template with variables. `others` has the values of those that every email to a
 * contact has, such as `RESEND_UNSUBSCRIBE_URL`.
 *
 * @throws 404 when there is no such template, 422 when it was never published or when a variable is missing or has the
 * wrong type.
 */
export function resolveTemplate(
  { rows }: Pick<MailContext, 'rows'>,
  { id, variables }: TemplateReference,
  others: Lookup = () => undefined,
): FromTemplate {
  const { uuid, name, published } = findTemplate(rows, id)
  if (published === null) {
    throw validationError(`The template \`${name}\` is not published. Publish it before you send emails with it.`)
  }
  const inputValues = variables ?? {}
  const values = new Map<string, PropertyValue>(Object.entries(inputValues))
  for (const variable of published.variables) values.set(variable.key, valueOf(variable, inputValues))
  const fill = (text: string, html = false): string => filled(text, (key) => values.get(key) ?? others(key), html)
  return {
    uuid,
    from: published.from,
    subject: published.subject === null ? null : fill(published.subject),
    replyTo: published.replyTo,
    html: fill(published.html, true),
    text: published.text === null ? null : fill(published.text),
  }
}

function valueOf(
  { key, type, fallbackValue }: TemplateVariable,
  inputValues: Readonly<Record<string, PropertyValue>>,
): PropertyValue {
  const value = ownMember(inputValues, key)
  if (value === undefined) {
    if (fallbackValue !== null) return fallbackValue
    throw validationError(`Missing value for the template variable \`${key}\`, which has no fallback value.`)
  }
  if (typeof value === type) return value
  throw validationError(`The template variable \`${key}\` must be a ${type}, got ${JSON.stringify(value)}.`)
}
