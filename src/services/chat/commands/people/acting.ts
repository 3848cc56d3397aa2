import { awaited, type AwaitedCommand } from '#core/commands.ts'
import type { Delivery } from '#core/webhooks.ts'
import type { DeliveryDetails } from '#chat/delivery/send.ts'
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
 * failed to: what the vendor sends again is not waited for. The result has `warnings` about apps that did not
 * acknowledge an event.
 */
export function personCommand<I extends PersonCommandInput, R extends object | null>(
  act: (context: ChatContext, user: User, input: I) => R,
): AwaitedCommand<ChatContext, I, R> {
  return awaited({
    begin: (context: ChatContext, input: I) => performAction(context, input, act),
    look: (context: ChatContext, { guids, result }: ActionOutcome<R>) =>
      isUnderWay(context, guids) ? undefined : withWarnings(context, result, guids),
    missing: () => 'an app has not answered an event; are deliveries held?',
  })
}

/** Adds `warnings` about apps to a result: `helper did not acknowledge message: timed out after 3000 ms`. */
function withWarnings<R extends object | null>(context: ChatContext, result: R, guids: readonly string[]): R {
  const warnings = firstFailures(context, guids).map(({ event, error, response, subscription }) => {
    const { appId } = subscription.details as unknown as DeliveryDetails // `sendToApp` writes them
    const name = context.rows.apps.get(appId)?.name ?? appId
    return `${name} did not acknowledge ${event}: ${error ?? `status ${response?.status ?? 0}`}`
  })
  return result === null || warnings.length === 0 ? result : { ...result, warnings: [...new Set(warnings)] }
}

/** Returns the attempts of deliveries that failed, each delivery once. */
function firstFailures({ rows }: ChatContext, guids: readonly string[]): readonly Delivery[] {
  if (guids.length === 0) return []
  const failed = (['failed', 'refused'] as const).flatMap((state) => rows.deliveries.list('state', state))
  return guids.flatMap((guid) => failed.find((each) => each.guid === guid) ?? [])
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

/** True while the first attempt of one of the deliveries has not ended. */
function isUnderWay(context: ChatContext, guids: readonly string[]): boolean {
  if (guids.length === 0) return false
  const failed = new Set(firstFailures(context, guids).map(({ guid }) => guid))
  const queued = context.rows.deliveries.list('state', 'queued')
  return queued.some(({ guid }) => guids.includes(guid) && !failed.has(guid))
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
