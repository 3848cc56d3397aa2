import * as v from 'valibot'
import { body } from '#core/input.ts'
import { viewOfRows } from '#core/list-view.ts'
import type { Route } from '#core/routes.ts'
import { get, post, put, type AuthCall } from '#auth-saas/call.ts'
import { json } from '#auth-saas/json/answer.ts'
import { answerPlainPage } from '#auth-saas/json/page.ts'
import { templateJson } from '#auth-saas/json/template.ts'
import { maybe, maybeFlag, maybeText, text } from '#auth-saas/rules/body-parts.ts'
import {
  changeTemplate,
  filled,
  findTemplate,
  revertTemplate,
  templatesOf,
  templateTypeOf,
  type Template,
} from '#auth-saas/rules/templates.ts'

const PATH = '/v1/templates/:template_type/:slug'

const Content = {
  subject: maybeText,
  body: v.optional(text),
  from_email_name: v.optional(text),
  reply_to_email_name: v.optional(text),
}

const Changes = v.strictObject({
  name: v.optional(text),
  markup: maybeText,
  delivered_by_clerk: maybeFlag,
  ...Content,
})

/** The values of the variables of a preview. */
const SAMPLE = {
  otp_code: '424242',
  action_url: 'https://example.com/action',
  'app.name': 'backlot',
  'app.domain_name': 'example.com',
}

/** Adds the template that the path names. */
function loadTemplate(call: AuthCall): { readonly template: Template } {
  const { params } = call
  return { template: findTemplate(call, templateTypeOf(params['template_type'] ?? ''), params['slug'] ?? '') }
}

/** The operations about the templates of e-mails and text messages. */
export const templatesRoutes: readonly Route[] = [
  get('GetTemplateList', '/v1/templates/:template_type', (call) =>
    answerPlainPage(call, viewOfRows(templatesOf(call, templateTypeOf(call.params.template_type))), templateJson),
  ),

  get('GetTemplate', PATH, loadTemplate, (call) => json(templateJson(call.template))),

  put('UpsertTemplate', PATH, loadTemplate, body(Changes), (call) => {
    const { name, subject, markup, body: changed, delivered_by_clerk: deliveredByClerk } = call.body
    const { from_email_name: fromEmailName, reply_to_email_name: replyToEmailName } = call.body
    const changes = { name, subject, markup, body: changed, deliveredByClerk, fromEmailName, replyToEmailName }
    return json(templateJson(changeTemplate(call, call.template, changes)))
  }),

  post('RevertTemplate', `${PATH}/revert`, loadTemplate, (call) =>
    json(templateJson(revertTemplate(call, call.template))),
  ),

  post('PreviewTemplate', `${PATH}/preview`, loadTemplate, body(v.strictObject(Content)), (call) => {
    const { template, body: given } = call
    const subject = given.subject ?? template.subject
    const domain = new URL(call.origin).hostname
    const addressOf = (name: string): string => (name === '' ? '' : `${name}@${domain}`)
    return json({
      subject: subject === null ? null : filled(subject, SAMPLE),
      body: filled(given.body ?? template.body, SAMPLE),
      from_email_address: addressOf(given.from_email_name ?? template.fromEmailName),
      reply_to_email_address: addressOf(given.reply_to_email_name ?? template.replyToEmailName),
    })
  }),

  post(
    'ToggleTemplateDelivery',
    `${PATH}/toggle_delivery`,
    loadTemplate,
    body(v.strictObject({ delivered_by_clerk: maybe(v.boolean()) })),
    (call) => {
      const deliveredByClerk = call.body.delivered_by_clerk
      return json(templateJson(changeTemplate(call, call.template, { deliveredByClerk })))
    },
  ),
]
