import type { Template } from '#mail/schema/audiences.ts'
import { timestamp } from './format.ts'

/**
 * A template with its current draft, not its published version.
 * https://resend.com/docs/api-reference/templates/get-template
 */
export function templateJson(template: Template) {
  return {
    object: 'template',
    id: template.uuid,
    current_version_id: template.versionId,
    alias: template.alias,
    name: template.name,
    created_at: timestamp(template.createdAt),
    updated_at: timestamp(template.updatedAt),
    status: statusOf(template),
    published_at: template.publishedAt === null ? null : timestamp(template.publishedAt),
    from: template.from,
    subject: template.subject,
    reply_to: template.replyTo,
    html: template.html,
    text: template.text,
    variables: template.variables.map(({ uuid, key, type, fallbackValue, createdAt, updatedAt }) => ({
      id: uuid,
      key,
      type,
      fallback_value: fallbackValue,
      created_at: timestamp(createdAt),
      updated_at: timestamp(updatedAt),
    })),
    has_unpublished_versions: template.published?.versionId !== template.versionId,
  }
}

/** A template in a list. https://resend.com/docs/api-reference/templates/list-templates */
export function listedTemplateJson(template: Template) {
  return {
    id: template.uuid,
    name: template.name,
    status: statusOf(template),
    published_at: template.publishedAt === null ? null : timestamp(template.publishedAt),
    created_at: timestamp(template.createdAt),
    updated_at: timestamp(template.updatedAt),
    alias: template.alias,
  }
}

function statusOf({ published }: Template): 'draft' | 'published' {
  return published === null ? 'draft' : 'published'
}
