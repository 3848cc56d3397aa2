// Written by npm run generate from src/registry.ts and the seed schemas. Do not edit.
/** The section `mail` of a seed: what the stand-in for the Resend API begins with. */
export interface MailSeed {
  domains?: MailSeedDomain[] | undefined
  api_keys?: MailSeedApiKey[] | undefined
  webhooks?: MailSeedWebhook[] | undefined
  /** The only address that emails from resend.dev may be sent to, as at the vendor. Absent: any address. */
  account_email?: string | undefined
  /** How long the verification of a domain takes, in milliseconds of the clock. Default: 500 */
  verify_ms?: number | undefined
  /** The port of an SMTP server for the same inbox; 0: any free one. Absent: no SMTP server. */
  smtp?: number | undefined
  /** Segments, formerly called audiences, with their contacts. */
  audiences?: MailSeedAudience[] | undefined
}

/** A domain of the seed. */
export interface MailSeedDomain {
  name: string
  /** Emails can be sent from verified domains only. Default: verified */
  status?: 'not_started' | 'pending' | 'verified' | 'failed' | 'partially_verified' | 'partially_failed' | undefined
  /** Default: us-east-1 */
  region?: 'us-east-1' | 'eu-west-1' | 'sa-east-1' | 'ap-northeast-1' | undefined
  /** Default: false */
  open_tracking?: boolean | undefined
  /** Default: false */
  click_tracking?: boolean | undefined
}

/** An API key of the seed. */
export interface MailSeedApiKey {
  name: string
  /** The literal key that clients send. When one key has a token, only listed and created keys work. */
  token?: string | undefined
  /** Default: full_access */
  permission?: 'full_access' | 'sending_access' | undefined
  /** The name of a seeded domain, the only one that the key may send from. */
  domain?: string | undefined
}

/** A webhook of the seed. */
export interface MailSeedWebhook {
  /** Deliveries are sent to this URL: on this machine, or on an allowed host. */
  url: string
  /** Default: ["email.sent","email.scheduled","email.delivered","email.delivery_delayed","email.complained","email.bounced","email.opened","email.clicked","email.received","email.failed","email.suppressed","contact.created","contact.updated","contact.deleted","contact.topics.updated","topic.created","topic.updated","topic.deleted","suppression.added","suppression.removed","domain.created","domain.updated","domain.deleted","inbox.created","inbox.updated","inbox.deleted","inbox.thread.created","inbox.thread.folder.updated","inbox.thread.assigned","inbox.thread.unassigned","inbox.thread.labels.updated","inbox.email.received","inbox.email.sent","inbox.draft.created","inbox.draft.updated","inbox.draft.sent","inbox.draft.deleted"] */
  events?: ('email.sent' | 'email.scheduled' | 'email.delivered' | 'email.delivery_delayed' | 'email.complained' | 'email.bounced' | 'email.opened' | 'email.clicked' | 'email.received' | 'email.failed' | 'email.suppressed' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.topics.updated' | 'topic.created' | 'topic.updated' | 'topic.deleted' | 'suppression.added' | 'suppression.removed' | 'domain.created' | 'domain.updated' | 'domain.deleted' | 'inbox.created' | 'inbox.updated' | 'inbox.deleted' | 'inbox.thread.created' | 'inbox.thread.folder.updated' | 'inbox.thread.assigned' | 'inbox.thread.unassigned' | 'inbox.thread.labels.updated' | 'inbox.email.received' | 'inbox.email.sent' | 'inbox.draft.created' | 'inbox.draft.updated' | 'inbox.draft.sent' | 'inbox.draft.deleted')[] | undefined
  /** The secret that signs deliveries; generated when absent. */
  secret?: string | undefined
}

/** An audience of the seed. */
export interface MailSeedAudience {
  name: string
  contacts?: MailSeedContact[] | undefined
}

/** A contact of the seed. */
export interface MailSeedContact {
  email: string
  first_name?: string | undefined
  last_name?: string | undefined
  /** Default: false */
  unsubscribed?: boolean | undefined
}
