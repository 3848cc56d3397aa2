// Written by npm run generate from the routes of the service. Do not edit.
import type { OperationTypes } from '#core/calls/received-call.ts'

/** The operations of mail, each with the parameters of its path and its body. */
export interface MailOperations {
  'emails/send': OperationTypes<Record<never, string>>
  'emails/send-batch': OperationTypes<Record<never, string>>
  'emails/list': OperationTypes<Record<never, string>>
  'emails/get': OperationTypes<{ email_id: string }>
  'emails/update': OperationTypes<{ email_id: string }, { scheduled_at: string }>
  'emails/cancel': OperationTypes<{ email_id: string }>
  'emails/list-attachments': OperationTypes<{ email_id: string }>
  'emails/get-attachment': OperationTypes
  'emails/list-receiving': OperationTypes<Record<never, string>>
  'emails/get-receiving': OperationTypes<{ email_id: string }>
  'emails/list-receiving-attachments': OperationTypes<{ email_id: string }>
  'emails/get-receiving-attachment': OperationTypes
  'domains/create': OperationTypes<Record<never, string>, { name: string; region?: string; custom_return_path?: string; open_tracking?: boolean; click_tracking?: boolean; tracking_subdomain?: string; tls?: "opportunistic" | "enforced"; capabilities?: { sending?: "enabled" | "disabled"; receiving?: "enabled" | "disabled" } }>
  'domains/list': OperationTypes<Record<never, string>>
  'domains/get': OperationTypes<{ domain_id: string }>
  'domains/update': OperationTypes<{ domain_id: string }, { open_tracking?: boolean; click_tracking?: boolean; tracking_subdomain?: string; tls?: "opportunistic" | "enforced"; capabilities?: { sending?: "enabled" | "disabled"; receiving?: "enabled" | "disabled" } }>
  'domains/remove': OperationTypes<{ domain_id: string }>
  'domains/verify': OperationTypes<{ domain_id: string }>
  'api-keys/create': OperationTypes<Record<never, string>, { name: string; permission?: string; domain_id?: string | null }>
  'api-keys/list': OperationTypes<Record<never, string>>
  'api-keys/update': OperationTypes<{ api_key_id: string }, { name: string }>
  'api-keys/remove': OperationTypes<{ api_key_id: string }>
  'webhooks/create': OperationTypes<Record<never, string>, object>
  'webhooks/list': OperationTypes<Record<never, string>>
  'webhooks/get': OperationTypes<{ webhook_id: string }>
  'webhooks/update': OperationTypes<{ webhook_id: string }, object>
  'webhooks/remove': OperationTypes<{ webhook_id: string }>
  'webhooks/rotate-signing-secret': OperationTypes<{ webhook_id: string }>
  'webhooks/list-events': OperationTypes<{ webhook_id: string }>
  'webhooks/get-event': OperationTypes<{ webhook_id: string; event_id: string }>
  'webhooks/list-event-attempts': OperationTypes<{ webhook_id: string; event_id: string }>
  'webhooks/replay-event': OperationTypes<{ webhook_id: string; event_id: string }>
  'segments/create': OperationTypes<Record<never, string>, { name: string }>
  'segments/list': OperationTypes<Record<never, string>>
  'segments/get': OperationTypes<{ segment_id: string }>
  'segments/update': OperationTypes<{ segment_id: string }, { name: string }>
  'segments/remove': OperationTypes<{ segment_id: string }>
  'segments/list-contacts': OperationTypes<{ segment_id: string }>
  'audiences/create': OperationTypes<Record<never, string>, { name: string }>
  'audiences/list': OperationTypes<Record<never, string>>
  'audiences/get': OperationTypes<{ segment_id: string }>
  'audiences/remove': OperationTypes<{ segment_id: string }>
  'audiences/list-contacts': OperationTypes<{ segment_id: string }>
  'contacts/create-import': OperationTypes<Record<never, string>>
  'contacts/list-imports': OperationTypes<Record<never, string>>
  'contacts/get-import': OperationTypes<{ id: string }>
  'contacts/create': OperationTypes<Record<never, string>, { email: string; first_name?: string | null; last_name?: string | null; unsubscribed?: boolean | null; properties?: { [name: string]: string | number | boolean | null } | null; segments?: (string | { id: string })[] | null; topics?: ({ id: string; subscription: "opt_in" | "opt_out" })[] | null; audience_id?: string | null }>
  'contacts/list': OperationTypes<Record<never, string>>
  'contacts/get': OperationTypes<{ id: string }>
  'contacts/update': OperationTypes<{ id: string }, { email?: string; first_name?: string | null; last_name?: string | null; unsubscribed?: boolean | null; properties?: { [name: string]: string | number | boolean | null } | null }>
  'contacts/remove': OperationTypes<{ id: string }>
  'contacts/list-segments': OperationTypes<{ id: string }>
  'contacts/add-segment': OperationTypes<{ id: string; segment_id: string }>
  'contacts/remove-segment': OperationTypes<{ id: string; segment_id: string }>
  'contacts/list-topics': OperationTypes<{ id: string }>
  'contacts/update-topics': OperationTypes<{ id: string }>
  'audiences/create-contact': OperationTypes<{ segment_id: string }, { email: string; first_name?: string | null; last_name?: string | null; unsubscribed?: boolean | null; properties?: { [name: string]: string | number | boolean | null } | null; segments?: (string | { id: string })[] | null; topics?: ({ id: string; subscription: "opt_in" | "opt_out" })[] | null; audience_id?: string | null }>
  'audiences/get-contact': OperationTypes<{ segment_id: string; id: string }>
  'audiences/update-contact': OperationTypes<{ segment_id: string; id: string }, { email?: string; first_name?: string | null; last_name?: string | null; unsubscribed?: boolean | null; properties?: { [name: string]: string | number | boolean | null } | null }>
  'audiences/remove-contact': OperationTypes<{ segment_id: string; id: string }>
  'contact-properties/create': OperationTypes<Record<never, string>, { key: string; type: "string" | "number"; fallback_value?: string | number | null }>
  'contact-properties/list': OperationTypes<Record<never, string>>
  'contact-properties/get': OperationTypes<{ id: string }>
  'contact-properties/update': OperationTypes<{ id: string }, { fallback_value?: string | number | null }>
  'contact-properties/remove': OperationTypes<{ id: string }>
  'topics/create': OperationTypes<Record<never, string>, { name: string; description?: string | null; default_subscription: "opt_in" | "opt_out"; visibility?: "public" | "private" }>
  'topics/list': OperationTypes<Record<never, string>>
  'topics/get': OperationTypes<{ id: string }>
  'topics/update': OperationTypes<{ id: string }, { name?: string; description?: string | null; visibility?: "public" | "private" }>
  'topics/remove': OperationTypes<{ id: string }>
  'suppressions/add': OperationTypes<Record<never, string>, { email: string }>
  'suppressions/batch-add': OperationTypes<Record<never, string>, { emails: string[] }>
  'suppressions/batch-remove': OperationTypes<Record<never, string>, { emails?: string[]; ids?: string[] }>
  'suppressions/list': OperationTypes<Record<never, string>>
  'suppressions/get': OperationTypes<{ id: string }>
  'suppressions/remove': OperationTypes<{ id: string }>
  'broadcasts/create': OperationTypes<Record<never, string>, { name?: string | null; segment_id?: string | null; audience_id?: string | null; subject: string; reply_to?: string | string[] | null; preview_text?: string | null; html?: string | null; text?: string | null; topic_id?: string | null; from: string; send?: boolean | null; scheduled_at?: string | null }>
  'broadcasts/list': OperationTypes<Record<never, string>>
  'broadcasts/get': OperationTypes<{ id: string }>
  'broadcasts/update': OperationTypes<{ id: string }, { name?: string | null; segment_id?: string | null; audience_id?: string | null; subject?: string | null; reply_to?: string | string[] | null; preview_text?: string | null; html?: string | null; text?: string | null; topic_id?: string | null; from?: string | null }>
  'broadcasts/remove': OperationTypes<{ id: string }>
  'broadcasts/send': OperationTypes<{ id: string }, { scheduled_at?: string | null }>
  'broadcasts/cancel': OperationTypes<{ id: string }>
  'broadcasts/duplicate': OperationTypes<{ id: string }>
  'broadcasts/recipients': OperationTypes<{ id: string }>
  'broadcasts/list-clicked-links': OperationTypes<{ id: string }>
  'templates/create': OperationTypes<Record<never, string>, { alias?: string | null; from?: string | null; subject?: string | null; reply_to?: string | string[] | null; text?: string | null; variables?: ({ key: string; type: "string" | "number"; fallback_value?: string | number | null })[] | null; name: string; html: string }>
  'templates/list': OperationTypes<Record<never, string>>
  'templates/get': OperationTypes<{ id: string }>
  'templates/update': OperationTypes<{ id: string }, { alias?: string | null; from?: string | null; subject?: string | null; reply_to?: string | string[] | null; text?: string | null; variables?: ({ key: string; type: "string" | "number"; fallback_value?: string | number | null })[] | null; name?: string; html?: string }>
  'templates/remove': OperationTypes<{ id: string }>
  'templates/publish': OperationTypes<{ id: string }>
  'templates/duplicate': OperationTypes<{ id: string }>
  'events/create': OperationTypes<Record<never, string>, { name: string; schema?: { [name: string]: "string" | "number" | "boolean" | "date" } | null }>
  'events/list': OperationTypes<Record<never, string>>
  'events/send': OperationTypes<Record<never, string>, { event: string; contact_id?: string | null; email?: string | null; payload?: { [name: string]: unknown } | null }>
  'events/get': OperationTypes<{ identifier: string }>
  'events/update': OperationTypes<{ identifier: string }, { schema: { [name: string]: "string" | "number" | "boolean" | "date" } | null }>
  'events/remove': OperationTypes<{ identifier: string }>
  'automations/create': OperationTypes<Record<never, string>, { name: string; status?: "enabled" | "disabled"; steps: unknown[]; connections: ({ from: string; to: string; type?: "default" | "condition_met" | "condition_not_met" | "timeout" | "event_received" })[] }>
  'automations/list': OperationTypes<Record<never, string>>
  'automations/get': OperationTypes<{ automation_id: string }>
  'automations/update': OperationTypes<{ automation_id: string }, { name?: string; status?: "enabled" | "disabled"; steps?: unknown[]; connections?: ({ from: string; to: string; type?: "default" | "condition_met" | "condition_not_met" | "timeout" | "event_received" })[] }>
  'automations/remove': OperationTypes<{ automation_id: string }>
  'automations/duplicate': OperationTypes<{ automation_id: string }>
  'automations/stop': OperationTypes<{ automation_id: string }>
  'automations/list-runs': OperationTypes<{ automation_id: string }>
  'automations/get-run': OperationTypes<{ automation_id: string; run_id: string }>
  'automations/cancel-run': OperationTypes<{ automation_id: string; run_id: string }>
  'logs/list': OperationTypes<Record<never, string>>
  'logs/get': OperationTypes<{ log_id: string }>
  'unsubscribe': OperationTypes<{ id: string }>
  'unsubscribe/confirm': OperationTypes<{ id: string }>
  'unsubscribe/topic': OperationTypes<{ id: string; topic_id: string }>
  'unsubscribe/confirm-topic': OperationTypes<{ id: string; topic_id: string }>
  'tracking/click': OperationTypes<{ link: string; id: string; signature: string }>
  'tracking/open': OperationTypes<{ id: string; signature: string }>
  'inbox': OperationTypes<Record<never, string>>
  'inbox/clear': OperationTypes<Record<never, string>>
  'inbox/clear-by-form': OperationTypes<Record<never, string>>
  'inbox/get': OperationTypes<{ id: string }>
  'inbox/html': OperationTypes<{ id: string }>
  'inbox/source': OperationTypes<{ id: string }>
  'inbox/attachment': OperationTypes<{ id: string; attachment_id: string }>
}
