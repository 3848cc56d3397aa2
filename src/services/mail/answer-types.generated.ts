// Written by npm run answers from what the handlers of the operations answer. Do not edit.
import type { JsonValue } from '#core/calls/received-call.ts'

type EmailsSendBatch = { data: { id: string }[]; errors: { index: number; message: string }[] }
type ListedEmail = { id: string; message_id: string; to: string[]; from: string; created_at: string; subject: string; bcc: string[] | null; cc: string[] | null; reply_to: string[] | null; last_event: "bounced" | "canceled" | "clicked" | "complained" | "delivered" | "delivery_delayed" | "failed" | "opened" | "queued" | "scheduled" | "sent" | "suppressed"; scheduled_at: string | null }
type Email = { tags: { name: string; value: string }[]; topic_id?: string; object: string; id: string; message_id: string; to: string[]; from: string; created_at: string; subject: string; html: string | null; text: string | null; bcc: string[]; cc: string[]; reply_to: string[]; last_event: "bounced" | "canceled" | "clicked" | "complained" | "delivered" | "delivery_delayed" | "failed" | "opened" | "queued" | "scheduled" | "sent" | "suppressed"; scheduled_at: string | null }
type Attachment = { download_url: string; expires_at: string; content_id?: string; id: string; filename: string | null; size: number; content_type: string; content_disposition: string }
type EmailsGetAttachment = { download_url: string; expires_at: string; content_id?: string; id: string; filename: string | null; size: number; content_type: string; content_disposition: string; object: string }
type Attachments = { size: number; id: string; filename: string | null; content_type: string; content_disposition: string; content_id: string | null }
type ListedReceived = { id: string; to: string[]; from: string; created_at: string; subject: string; bcc: string[]; cc: string[]; reply_to: string[]; received_for: string[]; message_id: string; attachments: Attachments[] }
type Page = { object: string; has_more: boolean; data: ListedReceived[] }
type Received = { attachments: Attachments[]; object: string; id: string; to: string[]; from: string; created_at: string; subject: string; html: string | null; text: string | null; headers: { [name: string]: string }; bcc: string[]; cc: string[]; reply_to: string[]; received_for: string[]; message_id: string; raw: { download_url: string; expires_at: string } }
type Capabilities = { sending: "disabled" | "enabled"; receiving: "disabled" | "enabled" }
type DomainRecord = { record: "DKIM" | "Receiving" | "SPF" | "Tracking"; name: string; type: "CNAME" | "MX" | "TXT"; ttl: string; status: "failed" | "not_started" | "pending" | "temporary_failure" | "verified"; value: string; priority?: number }
type CreatedDomain = { tracking_subdomain?: undefined; id: string; name: string; created_at: string; status: "failed" | "not_started" | "partially_failed" | "partially_verified" | "pending" | "verified"; capabilities: Capabilities; records: DomainRecord[]; region: "ap-northeast-1" | "eu-west-1" | "sa-east-1" | "us-east-1"; open_tracking: boolean; click_tracking: boolean }
type CreatedDomain2 = { tracking_subdomain: string; id: string; name: string; created_at: string; status: "failed" | "not_started" | "partially_failed" | "partially_verified" | "pending" | "verified"; capabilities: Capabilities; records: DomainRecord[]; region: "ap-northeast-1" | "eu-west-1" | "sa-east-1" | "us-east-1"; open_tracking: boolean; click_tracking: boolean }
type ListedDomain = { id: string; name: string; status: "failed" | "not_started" | "partially_failed" | "partially_verified" | "pending" | "verified"; created_at: string; region: "ap-northeast-1" | "eu-west-1" | "sa-east-1" | "us-east-1"; open_tracking: boolean; click_tracking: boolean; capabilities: Capabilities }
type Domain = { capabilities: Capabilities; records: DomainRecord[]; tracking_subdomain?: undefined; id: string; name: string; status: "failed" | "not_started" | "partially_failed" | "partially_verified" | "pending" | "verified"; created_at: string; region: "ap-northeast-1" | "eu-west-1" | "sa-east-1" | "us-east-1"; open_tracking: boolean; click_tracking: boolean; object: string }
type Domain2 = { capabilities: Capabilities; records: DomainRecord[]; tracking_subdomain: string; id: string; name: string; status: "failed" | "not_started" | "partially_failed" | "partially_verified" | "pending" | "verified"; created_at: string; region: "ap-northeast-1" | "eu-west-1" | "sa-east-1" | "us-east-1"; open_tracking: boolean; click_tracking: boolean; object: string }
type Data = { id: string; name: string; created_at: string; last_used_at: string | null }
type Webhook = { id: string; created_at: string; status: "disabled" | "enabled"; endpoint: string; events: string[] }
type WebhooksGet = { signing_secret: string; id: string; created_at: string; status: "disabled" | "enabled"; endpoint: string; events: string[]; object: string }
type ListedWebhookEvent = { id: string; type: string; created_at: string; status: "attempting" | "failed" | "pending" | "success" }
type Page2 = { object: string; has_more: boolean; data: ListedWebhookEvent[] }
type WebhookEvent = { next_attempt_at: string | null; payload: JsonValue; id: string; type: string; created_at: string; status: "attempting" | "failed" | "pending" | "success"; object: string }
type Attempt = { id: string; http_status_code: number; response: string; sent_at: string }
type CreateSegment = { object: "audience" | "segment"; id: string; name: string }
type Page3 = { object: string; has_more: boolean; data: { id: string; name: string; created_at: string }[] }
type SegmentsGet = { id: string; name: string; created_at: string; object: string }
type RemoveSegment = { object: "audience" | "segment"; id: string; deleted: boolean }
type Member = { id: string; email: string; first_name: string | null; last_name: string | null; created_at: string; unsubscribed: boolean }
type Counts = { total: number; created: number; updated: number; skipped: number; failed: number }
type ContactImport = { object: string; id: string; status: "completed" | "failed" | "queued"; created_at: string; completed_at: string | null; counts: Counts }
type Page4 = { object: string; has_more: boolean; data: ContactImport[] }
type ListedContact = { id: string; created_at: string; email: string; unsubscribed: boolean; first_name: string | null; last_name: string | null }
type Page5 = { object: string; has_more: boolean; data: ListedContact[] }
type Properties = { type: "bigint" | "boolean" | "function" | "number" | "object" | "string" | "symbol" | "undefined"; value: number | string }
type Contact = { properties: { [name: string]: Properties }; id: string; email: string; first_name: string | null; last_name: string | null; created_at: string; unsubscribed: boolean; object: string }
type Data2 = { id: string; name: string; description: string | null; subscription: "opt_in" | "opt_out" }
type ContactProperty = { id: string; key: string; type: "number" | "string"; fallback_value: number | string | null; created_at: string }
type Page6 = { object: string; has_more: boolean; data: ContactProperty[] }
type ContactPropertiesGet = { id: string; key: string; type: "number" | "string"; fallback_value: number | string | null; created_at: string; object: string }
type Topic = { id: string; name: string; description: string | null; default_subscription: "opt_in" | "opt_out"; visibility: "private" | "public"; created_at: string }
type TopicsGet = { id: string; name: string; description: string | null; default_subscription: "opt_in" | "opt_out"; visibility: "private" | "public"; created_at: string; object: string }
type SuppressionsBatchRemove = { data: { object: string; id: string; deleted: boolean }[] }
type ListedSuppression = { created_at: string; id: string; email: string; origin: "bounce" | "complaint" | "manual"; source_id: string | null }
type Page7 = { object: string; has_more: boolean; data: ListedSuppression[] }
type SuppressionsGet = { created_at: string; id: string; email: string; origin: "bounce" | "complaint" | "manual"; source_id: string | null; object: string }
type ListedBroadcast = { id: string; name: string; audience_id: string | null; segment_id: string | null; status: "draft" | "queued" | "sent"; created_at: string; scheduled_at: string | null; sent_at: string | null; topic_id: string | null }
type Page8 = { object: string; has_more: boolean; data: ListedBroadcast[] }
type Broadcast = { object: string; id: string; name: string; audience_id: string | null; segment_id: string | null; from: string | null; subject: string | null; reply_to: string[] | null; preview_text: string | null; html: string | null; text: string | null; status: "draft" | "queued" | "sent"; created_at: string; scheduled_at: string | null; sent_at: string | null; topic_id: string | null }
type BroadcastRecipient = { clicked_links?: { url: string; clicks: number }[]; bounce_type?: string; count?: number; id: string; contact_id: string | null; email: string }
type Page9 = { object: string; has_more: boolean; data: BroadcastRecipient[] }
type ClickedLink = { id: string; url: string; clicks: number; unique_clicks: number }
type ListedTemplate = { id: string; name: string; status: "draft" | "published"; published_at: string | null; created_at: string; updated_at: string; alias: string | null }
type Page10 = { object: string; has_more: boolean; data: ListedTemplate[] }
type Variables = { id: string; key: string; type: "number" | "string"; fallback_value: number | string | null; created_at: string; updated_at: string }
type Template = { object: string; id: string; current_version_id: string; alias: string | null; name: string; created_at: string; updated_at: string; status: "draft" | "published"; published_at: string | null; from: string | null; subject: string | null; reply_to: string[] | null; html: string; text: string | null; variables: Variables[]; has_unpublished_versions: boolean }
type Schema = { [name: string]: "boolean" | "date" | "number" | "string" }
type CustomEvent = { id: string; name: string; schema: Schema | null; created_at: string; updated_at: string | null }
type EventsGet = { id: string; name: string; schema: Schema | null; created_at: string; updated_at: string | null; object: string }
type ListedAutomation = { id: string; name: string; status: "disabled" | "enabled"; created_at: string; updated_at: string }
type Page11 = { object: string; has_more: boolean; data: ListedAutomation[] }
type Config = { type: "rule"; field: string; operator: "contains" | "ends_with" | "eq" | "exists" | "gt" | "gte" | "is_empty" | "lt" | "lte" | "neq" | "starts_with"; value?: number | string | boolean | null }
type Config2 = { template: { id: string; variables?: { [name: string]: JsonValue } }; subject?: string; from?: string; reply_to?: string; topic_id?: string }
type Config3 = { event_name: string; timeout?: string; filter_rule?: Config | { type: "and" | "or"; rules: JsonValue[] } }
type Properties2 = { [name: string]: number | string | { var: string } | boolean | null }
type Config4 = { first_name?: string | { var: string } | null; last_name?: string | { var: string } | null; unsubscribed?: { var: string } | boolean; properties?: Properties2 }
type Steps = { key: string; type: "add_to_segment" | "condition" | "contact_delete" | "contact_update" | "delay" | "send_email" | "trigger" | "wait_for_event"; config: JsonValue }
type Connections = { from: string; to: string; type: "condition_met" | "condition_not_met" | "default" | "event_received" | "timeout" }
type Automation = { steps: Steps[]; connections: Connections[]; id: string; name: string; status: "disabled" | "enabled"; created_at: string; updated_at: string; object: string }
type AutomationsStop = { object: string; id: string; status: "disabled" | "enabled" }
type ListedRun = { id: string; status: "cancelled" | "completed" | "failed" | "running"; started_at: string; completed_at: string | null; created_at: string }
type Steps2 = { key: string; type: "add_to_segment" | "condition" | "contact_delete" | "contact_update" | "delay" | "send_email" | "trigger" | "wait_for_event"; status: "completed" | "failed" | "skipped" | "waiting"; started_at: string; completed_at: string | null; output: null; error: { message: string } | null; created_at: string }
type Run = { steps: Steps2[]; id: string; status: "cancelled" | "completed" | "failed" | "running"; started_at: string; completed_at: string | null; created_at: string; object: string }
type ListedLog = { id: string; created_at: string; endpoint: string; method: string; response_status: number; user_agent: string | null }
type Log = { request_body: JsonValue; response_body: JsonValue; id: string; created_at: string; endpoint: string; method: string; response_status: number; user_agent: string | null; object: string }
type InboxAttachment = { id: string; filename: string | null; content_type: string; content_id: string | null; size: number; url: string }
type InboxMessage = { id: string; from: string; to: string[]; cc: string[]; bcc: string[]; reply_to: string[]; subject: string; html: string | null; text: string | null; headers: { [name: string]: string }; attachments: InboxAttachment[]; tags: { name: string; value: string }[]; created_at: string; links: string[]; codes: string[] }

/** The answers of the operations of mail, as far as their handlers say what they answer. */
export interface MailAnswers {
  'emails/send': { id: string }
  'emails/send-batch': EmailsSendBatch | { data: { id: string }[]; errors?: undefined }
  'emails/list': { object: string; has_more: boolean; data: ListedEmail[] }
  'emails/get': Email
  'emails/update': { object: string; id: string }
  'emails/cancel': { object: string; id: string }
  'emails/list-attachments': { object: string; has_more: boolean; data: Attachment[] }
  'emails/get-attachment': EmailsGetAttachment | null | string
  'emails/list-receiving': Page
  'emails/get-receiving': Received | string
  'emails/list-receiving-attachments': { object: string; has_more: boolean; data: Attachment[] }
  'emails/get-receiving-attachment': EmailsGetAttachment | null | string
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
  'webhooks/list-events': Page2
  'webhooks/get-event': WebhookEvent
  'webhooks/list-event-attempts': { object: string; has_more: boolean; data: Attempt[] }
  'webhooks/replay-event': { object: string; id: string }
  'segments/create': CreateSegment
  'segments/list': Page3
  'segments/get': SegmentsGet
  'segments/update': { object: string; id: string }
  'segments/remove': RemoveSegment
  'segments/list-contacts': { object: string; has_more: boolean; data: Member[] }
  'audiences/create': CreateSegment
  'audiences/list': Page3
  'audiences/get': SegmentsGet
  'audiences/remove': RemoveSegment
  'audiences/list-contacts': { object: string; has_more: boolean; data: Member[] }
  'contacts/create-import': { object: string; id: string }
  'contacts/list-imports': Page4
  'contacts/get-import': ContactImport
  'contacts/create': { object: string; id: string }
  'contacts/list': Page5 | { object: string; has_more: boolean; data: Member[] }
  'contacts/get': Contact
  'contacts/update': { object: string; id: string }
  'contacts/remove': { object: string; contact: string; deleted: boolean }
  'contacts/list-segments': Page3
  'contacts/add-segment': { id: string }
  'contacts/remove-segment': { id: string; deleted: boolean }
  'contacts/list-topics': { object: string; has_more: boolean; data: Data2[] }
  'contacts/update-topics': { id: string }
  'audiences/create-contact': { object: string; id: string }
  'audiences/get-contact': Contact
  'audiences/update-contact': { object: string; id: string }
  'audiences/remove-contact': { object: string; contact: string; deleted: boolean }
  'contact-properties/create': { object: string; id: string }
  'contact-properties/list': Page6
  'contact-properties/get': ContactPropertiesGet
  'contact-properties/update': { object: string; id: string }
  'contact-properties/remove': { object: string; deleted: boolean; id: string }
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
  'broadcasts/list': Page8
  'broadcasts/get': Broadcast
  'broadcasts/update': { id: string }
  'broadcasts/remove': { object: string; id: string; deleted: boolean }
  'broadcasts/send': { id: string }
  'broadcasts/cancel': { object: string; id: string }
  'broadcasts/duplicate': { object: string; id: string }
  'broadcasts/recipients': Page9
  'broadcasts/list-clicked-links': { object: string; has_more: boolean; data: ClickedLink[] }
  'templates/create': { object: string; id: string }
  'templates/list': Page10
  'templates/get': Template
  'templates/update': { object: string; id: string }
  'templates/remove': { object: string; id: string; deleted: boolean }
  'templates/publish': { object: string; id: string }
  'templates/duplicate': { object: string; id: string }
  'events/create': { object: string; id: string }
  'events/list': { object: string; has_more: boolean; data: CustomEvent[] }
  'events/send': { object: string; event: string }
  'events/get': EventsGet
  'events/update': { object: string; id: string }
  'events/remove': { object: string; id: string; deleted: boolean }
  'automations/create': { object: string; id: string }
  'automations/list': Page11
  'automations/get': Automation
  'automations/update': { object: string; id: string }
  'automations/remove': { object: string; id: string; deleted: boolean }
  'automations/duplicate': { object: string; id: string }
  'automations/stop': AutomationsStop
  'automations/list-runs': { object: string; has_more: boolean; data: ListedRun[] }
  'automations/get-run': Run
  'automations/cancel-run': { object: string; id: string; status: string }
  'logs/list': { object: string; has_more: boolean; data: ListedLog[] }
  'logs/get': Log
  'unsubscribe': string
  'unsubscribe/confirm': null
  'unsubscribe/topic': string
  'unsubscribe/confirm-topic': null
  'tracking/click': null
  'tracking/open': null | string
  'inbox': string | { data: InboxMessage[] }
  'inbox/clear': null
  'inbox/clear-by-form': null
  'inbox/get': InboxMessage | string
  'inbox/html': string
  'inbox/source': string
  'inbox/attachment': null | string
}
