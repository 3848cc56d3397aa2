import { audienceCollections } from './schema/audiences.ts'
import { automationCollections } from './schema/automations.ts'
import { domainCollections } from './schema/domains.ts'
import { emailCollections } from './schema/emails.ts'
import { importCollections } from './schema/imports.ts'
import { inboxCollections } from './schema/inbox.ts'
import { receivedCollections } from './schema/received.ts'
import { suppressionCollections } from './schema/suppressions.ts'

/** The collections of mail. */
export const collections = {
  ...emailCollections,
  ...domainCollections,
  ...audienceCollections,
  ...inboxCollections,
  ...receivedCollections,
  ...suppressionCollections,
  ...automationCollections,
  ...importCollections,
}
