import { json } from '#core/answer.ts'
import { body } from '#core/input.ts'
import { defined } from '#core/objects.ts'
import { routesFor } from '#core/routes.ts'
import type { MailCall, Rows } from '#mail/call.ts'
import { validationError } from '#mail/errors.ts'
import { listedTemplateJson, templateJson } from '#mail/json/template.ts'
import { newestFirst } from '#mail/rules/page.ts'
import { mailbox, mailboxes } from '#mail/rules/sending/addresses.ts'
import type { Template, TemplateVariable } from '#mail/schema/audiences.ts'
import * as v from 'valibot'
import { loadTemplate } from '#mail/steps/templates.ts'
import { answerPage } from '#mail/json/page.ts'

const { get, post, patch, del } = routesFor<MailCall>()

/** The limit and the reserved keys: https://resend.com/docs/dashboard/templates/template-variables */
const MOST_VARIABLES = 50
const RESERVED = new Set([
  'FIRST_NAME',
  'LAST_NAME',
  'EMAIL',
  'UNSUBSCRIBE_URL',
  'RESEND_UNSUBSCRIBE_URL',
  'contact',
  'this',
])
/** A variable of a text, without a fallback in its place. */
const USED = /\{\{\{\s*(\w+)\s*\}\}\}/g
const KEY = 'A variable key can only contain letters, numbers and underscores, and up to 50 of them.'

const variable = v.object({
  key: v.pipe(v.string(), v.regex(/^\w{1,50}$/, KEY)),
  type: v.picklist(['string', 'number']),
  fallback_value: v.nullish(v.union([v.string(), v.number()])),
})
const name = v.pipe(v.string(), v.minLength(1, 'The `name` field must not be empty.'))
const fields = {
  alias: v.nullish(v.pipe(v.string(), v.minLength(1))),
  from: v.nullish(mailbox('from')),
  subject: v.nullish(v.string()),
  reply_to: v.nullish(mailboxes('reply_to')),
  text: v.nullish(v.string()),
  variables: v.nullish(v.array(variable)),
}
const TemplateInput = v.object({ ...fields, name, html: v.string() })
const TemplateChanges = v.object({ ...fields, name: v.optional(name), html: v.optional(v.string()) })

/** Email templates with variables. https://resend.com/docs/api-reference/templates/create-template */
export const templatesRoutes = [
  post('templates/create', '/templates', body(TemplateInput), (call) => {
    const { rows, ids, clock, body } = call
    const { alias = null, from = null, subject = null, reply_to = null, text = null } = body
    requireFreeAlias(rows, alias, null)
    const variables = variablesOf(call, body.variables ?? [], [])
    requireDefined(body.html, variables)
    const now = clock.now()
    const template = rows.templates.insert({
      uuid: ids.uuid(),
      name: body.name,
      alias,
      from,
      subject,
      replyTo: reply_to,
      html: body.html,
      text,
      variables,
      versionId: ids.uuid(),
      published: null,
      publishedAt: null,
      createdAt: now,
      updatedAt: now,
    })
    return json({ object: 'template', id: template.uuid }, 201)
  }),
  get('templates/list', '/templates', (call) => answerPage(call, newestFirst(call.rows.templates), listedTemplateJson)),
  get('templates/get', '/templates/:id', loadTemplate, ({ template }) => json(templateJson(template))),
  patch('templates/update', '/templates/:id', loadTemplate, body(TemplateChanges), (call) => {
    const { rows, ids, clock, template, body } = call
    requireFreeAlias(rows, body.alias ?? null, template)
    rows.templates.update(
      template.id,
      defined({
        name: body.name,
        alias: body.alias,
        from: body.from,
        subject: body.subject,
        replyTo: body.reply_to,
        html: body.html,
        text: body.text,
        variables: body.variables ? variablesOf(call, body.variables, template.variables) : undefined,
        versionId: ids.uuid(),
        updatedAt: clock.now(),
      }),
    )
    return json({ object: 'template', id: template.uuid })
  }),
  del('templates/remove', '/templates/:id', loadTemplate, ({ rows, template }) => {
    rows.templates.delete(template.id)
    return json({ object: 'template', id: template.uuid, deleted: true })
  }),
  post('templates/publish', '/templates/:id/publish', loadTemplate, ({ rows, clock, template }) => {
    const { from, subject, replyTo, html, text, variables, versionId } = template
    rows.templates.update(template.id, {
      published: { from, subject, replyTo, html, text, variables, versionId },
      publishedAt: clock.now(),
      updatedAt: clock.now(),
    })
    return json({ object: 'template', id: template.uuid })
  }),
  post('templates/duplicate', '/templates/:id/duplicate', loadTemplate, ({ rows, ids, clock, template }) => {
    const { id: _, ...copied } = template
    const now = clock.now()
    const fresh = { uuid: ids.uuid(), versionId: ids.uuid(), alias: null, published: null, publishedAt: null }
    const times = { createdAt: now, updatedAt: now }
    const copy = rows.templates.insert({ ...copied, ...fresh, ...times, name: `${template.name} (Copy)` })
    return json({ object: 'template', id: copy.uuid }, 201)
  }),
]

function requireFreeAlias(rows: Rows, alias: string | null, own: Template | null): void {
  const holder = alias === null ? undefined : rows.templates.find('alias', alias)
  if (holder === undefined || holder.id === own?.id) return
  throw validationError(`A template with the alias \`${alias}\` already exists.`)
}

/**
 * Refuses HTML that uses a variable which is not in the list. Those of contacts are always there.
 *
 * @throws 422.
 */
function requireDefined(html: string, variables: readonly TemplateVariable[]): void {
  for (const [, key = ''] of html.matchAll(USED)) {
    if (RESERVED.has(key) || variables.some((each) => each.key === key)) continue
    throw validationError(`Variable '${key}' is used in the template but not defined in the variables list`)
  }
}

/**
 * Returns the variables of a body; a variable whose key existed before keeps its id.
 *
 * @throws 422.
 */
function variablesOf(
  { ids, clock }: Pick<MailCall, 'ids' | 'clock'>,
  input: readonly v.InferOutput<typeof variable>[],
  before: readonly TemplateVariable[],
): TemplateVariable[] {
  if (input.length > MOST_VARIABLES) throw validationError(`A template can have up to ${MOST_VARIABLES} variables.`)
  const now = clock.now()
  return input.map(({ key, type, fallback_value: fallbackValue = null }, index) => {
    if (RESERVED.has(key)) throw validationError(`The variable key \`${key}\` is reserved.`)
    if (input.findIndex((each) => each.key === key) !== index) {
      throw validationError(`The variable key \`${key}\` is used more than once.`)
    }
    if (fallbackValue !== null && typeof fallbackValue !== type) {
      throw validationError(`The fallback value of \`${key}\` must be a ${type}, got ${JSON.stringify(fallbackValue)}.`)
    }
    const known = before.find((each) => each.key === key)
    const { uuid, createdAt } = known ?? { uuid: ids.uuid(), createdAt: now }
    return { uuid, key, type, fallbackValue, createdAt, updatedAt: now }
  })
}
