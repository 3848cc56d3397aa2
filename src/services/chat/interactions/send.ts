import type { ChatContext } from '#chat/call.ts'
import { sendToApp, type EnvelopeKind } from '#chat/delivery/send.ts'
import type { Interaction, InteractionKind } from '#chat/schema/app.ts'
import type { App } from '#chat/schema/people.ts'

/** An interaction to send. */
export interface InteractionInput extends Pick<Interaction, 'userId' | 'channelId' | 'viewId' | 'triggerId' | 'name'> {
  readonly kind: InteractionKind
  readonly app: App
  /** The URL at which the app takes it over HTTP; null: only over Socket Mode. */
  readonly url: string | null
  readonly payload: Readonly<Record<string, unknown>>
}

/**
 * Sends an interaction to its app, and returns its row.
 *
 * @throws Error when the app has no address for it.
 */
export function sendInteraction(context: ChatContext, input: InteractionInput): Interaction {
  const { kind, app, url, payload, ...fields } = input
  const envelope: EnvelopeKind = kind === 'slash_command' ? 'slash_commands' : 'interactive'
  const id = sendToApp(context, app, { event: kind, kind: envelope, url, payload })
  if (id === null) {
    throw new Error(
      `the app ${app.name} has no ${kind === 'slash_command' ? 'url for the command' : 'interactivity_url'} and no app_token in the seed: it gets no ${kind}`,
    )
  }
  return context.rows.interactions.insert({
    ...fields,
    id,
    kind,
    appId: app.id,
    state: 'waiting',
    error: null,
    options: [],
    messageId: null,
  })
}
