import type { Rows, Work } from '../call.ts'
import { notFound, validationError } from '../errors.ts'
import type { PropertyValue, Template, TemplateVariable } from '../schema-audiences.ts'
import { filled } from './variables.ts'

/** What a template makes of mail. */
export interface FromTemplate {
  readonly uuid: string
  readonly from: string | null
  readonly subject: string | null
  readonly replyTo: readonly string[] | null
  readonly html: string | null
  readonly text: string | null
}

/** How mail refers to a template. */
export interface TemplateReference {
  /** The id or the alias of a published template. */
  readonly id: string
  readonly variables?: Readonly<Record<string, string | number>> | null | undefined
}

/** The template with this id or alias. Throws 404. */
export function requireTemplate(rows: Rows, idOrAlias: string): Template {
  const template = rows.templates.find('uuid', idOrAlias) ?? rows.templates.find('alias', idOrAlias)
  if (template === undefined) throw notFound('Template')
  return template
}

/**
 * The mail that the published version of a template makes with these variables. Throws 404 when there is no such template,
 * 422 when it was never published, and for a variable that is missing or not of its type.
 */
export function resolveTemplate({ rows }: Pick<Work, 'rows'>, { id, variables }: TemplateReference): FromTemplate {
  const { uuid, name, published } = requireTemplate(rows, id)
  if (published === null) {
    throw validationError(`The template \`${name}\` is not published. Publish it before you send emails with it.`)
  }
  const given = variables ?? {}
  const values = new Map<string, PropertyValue>(Object.entries(given))
  for (const variable of published.variables) values.set(variable.key, valueOf(variable, given))
  const fill = (text: string, html = false): string => filled(text, (key) => values.get(key), html)
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
  given: Readonly<Record<string, PropertyValue>>,
): PropertyValue {
  const value = Object.hasOwn(given, key) ? given[key] : undefined
  if (value === undefined) {
    if (fallbackValue !== null) return fallbackValue
    throw validationError(`Missing value for the template variable \`${key}\`, which has no fallback value.`)
  }
  if (typeof value === type) return value
  throw validationError(`The template variable \`${key}\` must be a ${type}, got ${JSON.stringify(value)}.`)
}
