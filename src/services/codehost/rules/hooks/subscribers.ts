import type { Hook } from '#codehost/schema/hooks.ts'
import type { App } from '#codehost/schema/apps.ts'

/** Returns the subscriber id of a hook's deliveries. */
export function subscriberOf(hook: Pick<Hook, 'id'>): string {
  return `hook ${hook.id}`
}

/** Returns the subscriber id of an app's deliveries. */
export function appSubscriberOf(app: Pick<App, 'id'>): string {
  return `app ${app.id}`
}
