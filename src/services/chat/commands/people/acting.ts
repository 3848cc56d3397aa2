import { awaited, type AwaitedCommand } from '#core/commands.ts'
import { requestsForChange } from '#chat/json/events/app-events.ts'
import type { ChatContext } from '#chat/call.ts'
import type { User } from '#chat/schema/people.ts'
import type { Interaction } from '#chat/schema/app.ts'
import { findPerson } from './find.ts'
import { showMessage, showTop, type ShownMessage, type ShownView } from './shown.ts'

/** The input of every command of a person. */
export interface PersonCommandInput {
  /** The name or id of the person. */
  readonly user: string
}

/** The result of an action, and the deliveries that it has caused. */
interface ActionOutcome<R> {
  readonly result: R
  /** The guids of the deliveries. */
  readonly guids: readonly string[]
}

/** The result of an interaction that the app has answered. */
export interface InteractionResult {
  /** The message that the answer became; null when the app posted none with it. */
  readonly response: ShownMessage | null
  /** The topmost modal that the person has open now; null when none is. */
  readonly view: ShownView | null
}

/**
 * Returns a command that acts as a person, and waits until the apps have answered the events of the action, or have
 * failed to.
 */
export function personCommand<I extends PersonCommandInput, R>(
  act: (context: ChatContext, user: User, input: I) => R,
): AwaitedCommand<ChatContext, I, R> {
  return awaited({
    begin: (context: ChatContext, input: I) => performAction(context, input, act),
    look: (context: ChatContext, { guids, result }: ActionOutcome<R>) =>
      isUnderWay(context, guids) ? undefined : result,
    missing: () => 'an app has not answered an event; are deliveries held?',
  })
}

/**
 * Returns a command that sends an interaction as a person, and waits for its answer. The command rejects when the app
 * fails to answer. `finish` makes the result; the default is {@link InteractionResult}.
 */
export function interactionCommand<I extends PersonCommandInput>(
  act: (context: ChatContext, user: User, input: I) => Interaction,
): AwaitedCommand<ChatContext, I, InteractionResult>
export function interactionCommand<I extends PersonCommandInput, R>(
  act: (context: ChatContext, user: User, input: I) => Interaction,
  finish: (context: ChatContext, interaction: Interaction) => R,
): AwaitedCommand<ChatContext, I, R>
export function interactionCommand<I extends PersonCommandInput>(
  act: (context: ChatContext, user: User, input: I) => Interaction,
  finish: (context: ChatContext, interaction: Interaction) => unknown = interactionResult,
): AwaitedCommand<ChatContext, I, unknown> {
  return awaited({
    begin: (context: ChatContext, input: I) => performAction(context, input, act).result,
    look(context: ChatContext, { id }: Interaction): unknown {
      const interaction = context.rows.interactions.require(id)
      if (interaction.state === 'waiting') return undefined
      if (interaction.state === 'failed') throw new Error(failureWords(context, interaction))
      return finish(context, interaction)
    },
    missing: (context: ChatContext, interaction: Interaction) =>
      `${appName(context, interaction)} has not answered the ${interaction.kind} ${interaction.name}; are deliveries held?`,
  })
}

function performAction<I extends PersonCommandInput, R>(
  context: ChatContext,
  input: I,
  act: (context: ChatContext, user: User, input: I) => R,
): ActionOutcome<R> {
  const guids: string[] = []
  const watching: ChatContext = {
    ...context,
    emit(event) {
      for (const request of 'kind' in event ? requestsForChange(context, event) : [event]) {
        if (request.guid !== undefined) guids.push(request.guid)
        context.emit(request)
      }
    },
  }
  return { result: act(watching, findPerson(context, input.user), input), guids }
}

/** True while one of the deliveries has not ended. */
function isUnderWay({ rows }: ChatContext, guids: readonly string[]): boolean {
  return guids.length > 0 && rows.deliveries.list('state', 'queued').some(({ guid }) => guids.includes(guid))
}

function interactionResult(context: ChatContext, { messageId, userId }: Interaction): InteractionResult {
  const message = messageId === null ? undefined : context.rows.messages.get(messageId)
  return { response: message === undefined ? null : showMessage(context, message), view: showTop(context, userId) }
}

function failureWords(context: ChatContext, interaction: Interaction): string {
  const { kind, name, error } = interaction
  return `${appName(context, interaction)} did not take the ${kind} ${name}: ${error ?? 'it failed'}`
}

function appName({ rows }: ChatContext, { appId }: Interaction): string {
  return `the app ${rows.apps.get(appId)?.name ?? appId}`
}
