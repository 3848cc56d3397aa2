import type { RowWriters } from '#core/inspection/row-writers.ts'
import type { MailContext, Rows } from '#mail/call.ts'
import { automationJson, customEventJson, runJson } from './automation.ts'
import { broadcastJson } from './broadcast.ts'
import { contactJson, contactPropertyJson, listedSegmentJson, topicJson } from './contact.ts'
import { domainJson } from './domain.ts'
import { emailJson } from './email.ts'
import { listedSuppressionJson } from './suppression.ts'
import { templateJson } from './template.ts'
import { webhookJson } from './webhook.ts'

/** Writes rows for the inspector, as the vendor's API answers them. */
export const rowWriters: RowWriters<MailContext, Rows> = {
  automationRuns: (_site, row) => runJson(row),
  automations: (_site, row) => automationJson(row),
  broadcasts: ({ rows }, row) => broadcastJson(rows, row),
  contactProperties: (_site, row) => contactPropertyJson(row),
  contacts: (_site, row) => contactJson(row),
  customEvents: (_site, row) => customEventJson(row),
  domains: (_site, row) => domainJson(row),
  emails: (_site, row) => emailJson(row),
  segments: (_site, row) => listedSegmentJson(row),
  suppressions: (_site, row) => listedSuppressionJson(row),
  templates: (_site, row) => templateJson(row),
  topics: (_site, row) => topicJson(row),
  webhooks: (_site, row) => webhookJson(row),
}
