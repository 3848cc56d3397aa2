import { INSTANCE_ID } from '#auth-saas/rules/instance-keys.ts'
import type { Template } from '#auth-saas/rules/templates.ts'

/** Returns a template of messages. */
export function templateJson(row: Template) {
  return {
    id: row.id,
    object: 'template',
    instance_id: row.isCustom ? INSTANCE_ID : null,
    resource_type: row.isCustom ? 'user' : 'system',
    template_type: row.type,
    name: row.name,
    slug: row.slug,
    position: row.position,
    can_revert: row.isCustom,
    can_delete: false,
    can_edit_body: true,
    can_toggle: false,
    subject: row.subject,
    markup: row.markup,
    body: row.body,
    available_variables: row.availableVariables,
    required_variables: row.requiredVariables,
    from_email_name: row.fromEmailName,
    reply_to_email_name: row.replyToEmailName,
    delivered_by_clerk: row.deliveredByClerk,
    enabled: true,
    flagged_as_suspicious: false,
    updated_at: row.updatedAt,
    created_at: row.createdAt,
  }
}
