import { apiKeysRoutes } from './api-keys.ts'
import { attachmentsRoutes } from './attachments.ts'
import { automationsRoutes } from './automations.ts'
import { broadcastStatisticsRoutes } from './broadcast-statistics.ts'
import { broadcastsRoutes } from './broadcasts.ts'
import { contactImportsRoutes } from './contact-imports.ts'
import { contactPropertiesRoutes } from './contact-properties.ts'
import { contactsRoutes } from './contacts.ts'
import { domainsRoutes } from './domains.ts'
import { emailsRoutes } from './emails.ts'
import { eventsRoutes } from './events.ts'
import { inboxRoutes } from './inbox.ts'
import { logsRoutes } from './logs.ts'
import { receivingRoutes } from './receiving.ts'
import { audiencesRoutes } from './audiences.ts'
import { segmentsRoutes } from './segments.ts'
import { templatesRoutes } from './templates.ts'
import { suppressionsRoutes } from './suppressions.ts'
import { topicsRoutes } from './topics.ts'
import { trackingRoutes } from './tracking.ts'
import { unsubscribeRoutes } from './unsubscribe.ts'
import { webhookEventsRoutes } from './webhook-events.ts'
import { webhooksRoutes } from './webhooks.ts'

/** The routes of the service. */
export const routes = [
  ...emailsRoutes,
  ...attachmentsRoutes,
  ...receivingRoutes,
  ...domainsRoutes,
  ...apiKeysRoutes,
  ...webhooksRoutes,
  ...webhookEventsRoutes,
  ...segmentsRoutes,
  ...audiencesRoutes,
  ...contactImportsRoutes,
  ...contactsRoutes,
  ...contactPropertiesRoutes,
  ...topicsRoutes,
  ...suppressionsRoutes,
  ...broadcastsRoutes,
  ...broadcastStatisticsRoutes,
  ...templatesRoutes,
  ...eventsRoutes,
  ...automationsRoutes,
  ...logsRoutes,
  ...unsubscribeRoutes,
  ...trackingRoutes,
  ...inboxRoutes,
]
