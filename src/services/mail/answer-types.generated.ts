// Written by npm run answers from what the handlers of the operations answer. Do not edit.
import type { JsonValue } from '#core/calls/received-call.ts'

type Data = { id: string; name: string; created_at: string; last_used_at: string | null }
type Attachment = { download_url: string; expires_at: string; content_id?: string; id: string; filename: string | null; size: number; content_type: string; content_disposition: string }
type EmailsGetAttachment = { download_url: string; expires_at: string; content_id?: string; id: string; filename: string | null; size: number; content_type: string; content_disposition: string; object: string }
type ListedBroadcast = { id: string; name: string; audience_id: string | null; segment_id: string | null; status: "sent" | "draft" | "queued"; created_at: string; scheduled_at: string | null; sent_at: string | null; topic_id: string | null }
type Page = { object: string; has_more: boolean; data: ListedBroadcast[] }
type Broadcast = { object: string; id: string; name: string; audience_id: string | null; segment_id: string | null; from: string | null; subject: string | null; reply_to: string[] | null; preview_text: string | null; html: string | null; text: string | null; status: "sent" | "draft" | "queued"; created_at: string; scheduled_at: string | null; sent_at: string | null; topic_id: string | null }
type ContactProperty = { id: string; key: string; type: "string" | "number"; fallback_value: string | number | null; created_at: string }
type Page2 = { object: string; has_more: boolean; data: ContactProperty[] }
type ContactPropertiesGet = { id: string; key: string; type: "string" | "number"; fallback_value: string | number | null; created_at: string; object: string }
type Page3 = { object: string; has_more: boolean; data: { id: string; name: string; created_at: string }[] }
type SegmentsGet = { id: string; name: string; created_at: string; object: string }
type ListedContact = { id: string; email: string; first_name: string | null; last_name: string | null; created_at: string; unsubscribed: boolean }
type Page4 = { object: string; has_more: boolean; data: ListedContact[] }
type Properties = { type: "string" | "number" | "bigint" | "boolean" | "symbol" | "undefined" | "object" | "function"; value: string | number }
type Contact = { properties: { [name: string]: Properties }; id: string; email: string; first_name: string | null; last_name: string | null; created_at: string; unsubscribed: boolean; object: string }
type Data2 = { id: string; name: string; description: string | null; subscription: "opt_in" | "opt_out" }
type Capabilities = { sending: "disabled" | "enabled"; receiving: "disabled" | "enabled" }
type DomainRecord = { record: "SPF" | "DKIM" | "Receiving" | "Tracking"; name: string; type: "CNAME" | "MX" | "TXT"; ttl: string; status: "verified" | "not_started" | "pending" | "failed" | "temporary_failure"; value: string; priority?: number }
type CreatedDomain = { tracking_subdomain?: undefined; id: string; name: string; created_at: string; status: "verified" | "not_started" | "pending" | "failed" | "partially_verified" | "partially_failed"; capabilities: Capabilities; records: DomainRecord[]; region: "us-east-1" | "eu-west-1" | "sa-east-1" | "ap-northeast-1"; open_tracking: boolean; click_tracking: boolean }
type CreatedDomain2 = { tracking_subdomain: string; id: string; name: string; created_at: string; status: "verified" | "not_started" | "pending" | "failed" | "partially_verified" | "partially_failed"; capabilities: Capabilities; records: DomainRecord[]; region: "us-east-1" | "eu-west-1" | "sa-east-1" | "ap-northeast-1"; open_tracking: boolean; click_tracking: boolean }
type ListedDomain = { id: string; name: string; status: "verified" | "not_started" | "pending" | "failed" | "partially_verified" | "partially_failed"; created_at: string; region: "us-east-1" | "eu-west-1" | "sa-east-1" | "ap-northeast-1"; open_tracking: boolean; click_tracking: boolean; capabilities: Capabilities }
type Domain = { capabilities: Capabilities; records: DomainRecord[]; tracking_subdomain?: undefined; id: string; name: string; status: "verified" | "not_started" | "pending" | "failed" | "partially_verified" | "partially_failed"; created_at: string; region: "us-east-1" | "eu-west-1" | "sa-east-1" | "ap-northeast-1"; open_tracking: boolean; click_tracking: boolean; object: string }
type Domain2 = { capabilities: Capabilities; records: DomainRecord[]; tracking_subdomain: string; id: string; name: string; status: "verified" | "not_started" | "pending" | "failed" | "partially_verified" | "partially_failed"; created_at: string; region: "us-east-1" | "eu-west-1" | "sa-east-1" | "ap-northeast-1"; open_tracking: boolean; click_tracking: boolean; object: string }
type EmailsSendBatch = { data: { id: string }[]; errors: { index: number; message: string }[] }
type ListedEmail = { id: string; message_id: string; to: string[]; from: string; created_at: string; subject: string; bcc: string[] | null; cc: string[] | null; reply_to: string[] | null; last_event: "sent" | "queued" | "failed" | "scheduled" | "canceled" | "delivered" | "delivery_delayed" | "bounced" | "complained" | "suppressed" | "opened" | "clicked"; scheduled_at: string | null }
type Email = { tags: { name: string; value: string }[]; topic_id?: string; object: string; id: string; message_id: string; to: string[]; from: string; created_at: string; subject: string; html: string | null; text: string | null; bcc: string[]; cc: string[]; reply_to: string[]; last_event: "sent" | "queued" | "failed" | "scheduled" | "canceled" | "delivered" | "delivery_delayed" | "bounced" | "complained" | "suppressed" | "opened" | "clicked"; scheduled_at: string | null }
type Attachments = { size: number; id: string; filename: string | null; content_type: string; content_disposition: string; content_id: string | null }
type ListedReceived = { id: string; to: string[]; from: string; created_at: string; subject: string; bcc: string[]; cc: string[]; reply_to: string[]; received_for: string[]; message_id: string; attachments: Attachments[] }
type Page5 = { object: string; has_more: boolean; data: ListedReceived[] }
type Received = { attachments: Attachments[]; object: string; id: string; to: string[]; from: string; created_at: string; subject: string; html: string | null; text: string | null; headers: { [name: string]: string }; bcc: string[]; cc: string[]; reply_to: string[]; received_for: string[]; message_id: string; raw: { download_url: string; expires_at: string } }
type ListedTemplate = { id: string; name: string; status: "published" | "draft"; published_at: string | null; created_at: string; updated_at: string; alias: string | null }
type Page6 = { object: string; has_more: boolean; data: ListedTemplate[] }
type Variables = { id: string; key: string; type: "string" | "number"; fallback_value: string | number | null; created_at: string; updated_at: string }
type Template = { object: string; id: string; current_version_id: string; alias: string | null; name: string; created_at: string; updated_at: string; status: "published" | "draft"; published_at: string | null; from: string | null; subject: string | null; reply_to: string[] | null; html: string; text: string | null; variables: Variables[]; has_unpublished_versions: boolean }
type SuppressionsBatchRemove = { data: { object: string; id: string; deleted: boolean }[] }
type ListedSuppression = { id: string; email: string; origin: "manual" | "bounce" | "complaint"; source_id: string | null; created_at: string }
type Page7 = { object: string; has_more: boolean; data: ListedSuppression[] }
type SuppressionsGet = { id: string; email: string; origin: "manual" | "bounce" | "complaint"; source_id: string | null; created_at: string; object: string }
type Topic = { id: string; name: string; description: string | null; default_subscription: "opt_in" | "opt_out"; visibility: "public" | "private"; created_at: string }
type TopicsGet = { id: string; name: string; description: string | null; default_subscription: "opt_in" | "opt_out"; visibility: "public" | "private"; created_at: string; object: string }
type Webhook = { id: string; created_at: string; status: "disabled" | "enabled"; endpoint: string; events: string[] }
type WebhooksGet = { signing_secret: string; id: string; created_at: string; status: "disabled" | "enabled"; endpoint: string; events: string[]; object: string }

/** The answers of the operations of mail, as far as their handlers say what they answer. */
export interface MailAnswers {
  'emails/send': { id: string }
  'emails/send-batch': { data: { id: string }[]; errors?: undefined } | EmailsSendBatch
  'emails/list': { object: string; has_more: boolean; data: ListedEmail[] }
  'emails/get': Email
  'emails/update': { object: string; id: string }
  'emails/cancel': { object: string; id: string }
  'emails/list-attachments': { object: string; has_more: boolean; data: Attachment[] }
  'emails/list-receiving': Page5
  'emails/list-receiving-attachments': { object: string; has_more: boolean; data: Attachment[] }
  'domains/create': CreatedDomain | CreatedDomain2
  'domains/list': { object: string; has_more: boolean; data: ListedDomain[] }
  'domains/get': Domain | Domain2
  'domains/update': { object: string; id: string }
  'domains/remove': { object: string; id: string; deleted: boolean }
  'domains/verify': { object: string; id: string }
  'api-keys/create': { id: string; token: string }
  'api-keys/list': { object: string; has_more: boolean; data: Data[] }
  'api-keys/update': { object: string; id: string }
  'api-keys/remove': { object: string; id: string; deleted: boolean }
  'webhooks/create': { object: string; id: string; signing_secret: string }
  'webhooks/list': { object: string; has_more: boolean; data: Webhook[] }
  'webhooks/get': WebhooksGet
  'webhooks/update': { object: string; id: string }
  'webhooks/remove': { object: string; id: string; deleted: boolean }
  'webhooks/rotate-signing-secret': { object: string; id: string; signing_secret: string }
  'segments/list': Page3
  'segments/get': SegmentsGet
  'segments/update': { object: string; id: string }
  'segments/remove': { object: string; id: string; deleted: boolean }
  'segments/list-contacts': Page4
  'audiences/list': Page3
  'audiences/get': SegmentsGet
  'audiences/remove': { object: string; id: string; deleted: boolean }
  'audiences/list-contacts': Page4
  'contacts/get': Contact
  'contacts/remove': { object: string; contact: string; deleted: boolean }
  'contacts/list-segments': Page3
  'contacts/add-segment': { id: string }
  'contacts/remove-segment': { id: string; deleted: boolean }
  'contacts/list-topics': { object: string; has_more: boolean; data: Data2[] }
  'contacts/update-topics': { id: string }
  'audiences/get-contact': Contact
  'audiences/remove-contact': { object: string; contact: string; deleted: boolean }
  'contact-properties/create': { object: string; id: string }
  'contact-properties/list': Page2
  'contact-properties/get': ContactPropertiesGet
  'contact-properties/update': { object: string; id: string }
  'contact-properties/remove': { object: string; id: string; deleted: boolean }
  'topics/create': { object: string; id: string }
  'topics/list': { object: string; has_more: boolean; data: Topic[] }
  'topics/get': TopicsGet
  'topics/update': { object: string; id: string }
  'topics/remove': { object: string; id: string; deleted: boolean }
  'suppressions/add': { object: string; id: string }
  'suppressions/batch-add': { data: { object: string; id: string }[] }
  'suppressions/batch-remove': SuppressionsBatchRemove
  'suppressions/list': Page7
  'suppressions/get': SuppressionsGet
  'suppressions/remove': { object: string; id: string; deleted: boolean }
  'broadcasts/create': { id: string }
  'broadcasts/list': Page
  'broadcasts/get': Broadcast
  'broadcasts/update': { id: string }
  'broadcasts/remove': { object: string; id: string; deleted: boolean }
  'broadcasts/send': { id: string }
  'broadcasts/cancel': { object: string; id: string }
  'broadcasts/duplicate': { object: string; id: string }
  'templates/create': { object: string; id: string }
  'templates/list': Page6
  'templates/get': Template
  'templates/update': { object: string; id: string }
  'templates/remove': { object: string; id: string; deleted: boolean }
  'templates/publish': { object: string; id: string }
  'templates/duplicate': { object: string; id: string }
  'unsubscribe/confirm': null
  'inbox/clear': null
  'inbox/clear-by-form': null
}
