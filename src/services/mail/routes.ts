import { apiKeysRoutes } from './routes/api-keys.ts'
import { attachmentsRoutes } from './routes/attachments.ts'
import { broadcastsRoutes } from './routes/broadcasts.ts'
import { contactPropertiesRoutes } from './routes/contact-properties.ts'
import { contactsRoutes } from './routes/contacts.ts'
import { domainsRoutes } from './routes/domains.ts'
import { emailsRoutes } from './routes/emails.ts'
import { inboxRoutes } from './routes/inbox.ts'
import { receivingRoutes } from './routes/receiving.ts'
import { audiencesRoutes } from './routes/audiences.ts'
import { segmentsRoutes } from './routes/segments.ts'
import { templatesRoutes } from './routes/templates.ts'
import { suppressionsRoutes } from './routes/suppressions.ts'
import { topicsRoutes } from './routes/topics.ts'
import { unsubscribeRoutes } from './routes/unsubscribe.ts'
import { webhooksRoutes } from './routes/webhooks.ts'

/** The routes of the service. */
export const routes = [
  ...emailsRoutes,
  ...attachmentsRoutes,
  ...receivingRoutes,
  ...domainsRoutes,
  ...apiKeysRoutes,
  ...webhooksRoutes,
  ...segmentsRoutes,
  ...audiencesRoutes,
  ...contactsRoutes,
  ...contactPropertiesRoutes,
  ...topicsRoutes,
  ...suppressionsRoutes,
  ...broadcastsRoutes,
  ...templatesRoutes,
  ...unsubscribeRoutes,
  ...inboxRoutes,
]
