import { awaited } from '#core/commands.ts'
import type { ChatContext } from '#chat/call.ts'
import { sendToApp } from '#chat/delivery/send.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { membersOf } from '#chat/interactions/respond.ts'
import { verificationToken } from '#chat/rules/verification-token.ts'
import { findApp } from './find.ts'

/** The input of commands about an app. */
export interface AppCommandInput {
  /** The name of the app or its bot. Default: the only app */
  readonly app?: string
}

/**
 * Sends `url_verification` to the events URL of an app, as the vendor does when the URL is entered. Rejects when the
 * app does not answer with the challenge. https://docs.slack.dev/reference/events/url_verification
 */
export const verifyEventsUrl = awaited({
  begin(context: ChatContext, { app: name }: AppCommandInput) {
    const app = findApp(context, name)
    if (app.eventsUrl === null) throw new Error(`the app ${app.name} has no events_url in the seed`)
    const challenge = context.ids.base62(52)
    const payload = { token: verificationToken(app), challenge, type: 'url_verification' }
    const guid = sendToApp(context, app, { event: 'url_verification', kind: 'events_api', url: app.eventsUrl, payload })
    return { challenge, guid, url: app.eventsUrl }
  },
  look({ rows }: ChatContext, { challenge, guid, url }: Verification): { readonly url: string } | undefined {
    const attempts = rows.deliveries.all().filter((each) => each.guid === guid)
    const last = attempts.at(-1)
    if (last === undefined || attempts.some(({ state }) => state === 'queued')) return undefined
    const body = last.response?.body ?? ''
    const members = membersOf(body)
    const answer = isObject(members) ? (members['challenge'] ?? members['text']) : undefined
    if (last.state === 'delivered' && answer === challenge) return { url }
    throw new Error(
      `${url} did not answer the challenge: ${last.error ?? `status ${last.response?.status ?? 0} ${body}`}`,
    )
  },
  missing: (_context: ChatContext, { url }: Verification) => `${url} has not answered the challenge`,
})

interface Verification {
  readonly challenge: string
  readonly guid: string | null
  readonly url: string
}

/**
 * Asks the Socket Mode connections of an app to reconnect, and closes them, as the vendor does about once an hour.
 * Returns their number.
 */
export function disconnect(
  { sockets, ...context }: ChatContext,
  { app: name }: AppCommandInput = {},
): { readonly closed: number } {
  const { id } = findApp({ sockets, ...context }, name)
  const closed = sockets.count(id)
  sockets.send(id, JSON.stringify({ type: 'disconnect', reason: 'refresh_requested', debug_info: { host: 'backlot' } }))
  sockets.close(id)
  return { closed }
}

/** The input of `setRequestUrl`. */
export interface SetRequestUrlInput extends AppCommandInput {
  readonly url: string
}

/**
 * Sets the URL to which an app gets everything: events, interactions and all its commands. For an app that is started
 * after the seed was written, on a port that was free. A reset puts the URLs of the seed back.
 */
export function setRequestUrl(context: ChatContext, { url, app: name }: SetRequestUrlInput): void {
  const app = findApp(context, name)
  if (typeof url !== 'string' || !URL.canParse(url)) {
    throw new TypeError(`setRequestUrl: expected a URL, got ${JSON.stringify(url)}`)
  }
  const commands = app.commands.map((command) => ({ ...command, url }))
  context.rows.apps.update(app.id, { eventsUrl: url, interactivityUrl: url, commands })
}
