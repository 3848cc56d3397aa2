import type { Rows } from '#deployhost/call.ts'
import type { Webhook } from '#deployhost/schema.ts'

/** A webhook. Its secret is shown only at its creation. */
export function webhookJson(webhook: Webhook) {
  return {
    id: webhook.id,
    url: webhook.url,
    events: webhook.events,
    ownerId: webhook.accountId,
    ...(webhook.projectIds === null ? {} : { projectIds: webhook.projectIds }),
    createdAt: webhook.createdAt,
    updatedAt: webhook.updatedAt,
  }
}

/** A webhook in the list of its account, with its projects; `projectsMetadata` is null when it listens to all. */
export function listedWebhookJson(rows: Rows, webhook: Webhook) {
  const projects = webhook.projectIds?.flatMap((id) => rows.projects.get(id) ?? [])
  return {
    ...webhookJson(webhook),
    projectsMetadata: projects?.map(({ id, name, framework }) => ({ id, name, framework })) ?? null,
  }
}
