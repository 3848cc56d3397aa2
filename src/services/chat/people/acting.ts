import { awaited, type AwaitedCommand } from '../../../core/commands.ts'
import type { ChatContext } from '../call.ts'
import type { User } from '../schema/people.ts'
import type { Interaction } from '../schema/app.ts'
import { findPerson } from './find.ts'
import { showMessage, showTop, type ShownMessage, type ShownView } from './shown.ts'

/** The input of every command of a person. */
export interface AsPerson {
  /** The name or id of the person. */
  readonly user: string
}

/** The requests that a command has caused, which it waits for. */
interface Caused<R> {
  readonly result: R
  readonly guids: readonly string[]
}

/** The result of an interaction once the app has answered it. */
export interface Answered {
  /** The message that the answer became; null when the app posted none with it. */
  readonly response: ShownMessage | null
  /** The topmost modal that the person has open now; null when none is. */
  readonly view: ShownView | null
}

/**
 * Makes a command that acts as a person, and waits until the apps have answered the events that it caused, or have failed to.
 */
export function acting<I extends AsPerson, R>(
  act: (context: ChatContext, user: User, input: I) => R,
): AwaitedCommand<ChatContext, I, R> {
  return awaited({
    begin: (context: ChatContext, input: I) => cause(context, input, act),
    look: (context: ChatContext, { guids, result }: Caused<R>) => (isUnderWay(context, guids) ? undefined : result),
    missing: () => 'an app has not answered an event; are deliveries held?',
  })
}

/**
 * Makes a command that sends an interaction as a person, and waits for its answer. Rejects when the app fails to answer. `finish`
 * makes the result; the default is {@link Answered}.
 */
export function interacting<I extends AsPerson>(
  act: (context: ChatContext, user: User, input: I) => Interaction,
): AwaitedCommand<ChatContext, I, Answered>
export function interacting<I extends AsPerson, R>(
  act: (context: ChatContext, user: User, input: I) => Interaction,
  finish: (context: ChatContext, interaction: Interaction) => R,
): AwaitedCommand<ChatContext, I, R>
export function interacting<I extends AsPerson>(
  act: (context: ChatContext, user: User, input: I) => Interaction,
  finish: (context: ChatContext, interaction: Interaction) => unknown = answered,
): AwaitedCommand<ChatContext, I, unknown> {
  return awaited({
    begin: (context: ChatContext, input: I) => cause(context, input, act).result,
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

function cause<I extends AsPerson, R>(
  context: ChatContext,
  input: I,
  act: (context: ChatContext, user: User, input: I) => R,
): Caused<R> {
  const guids: string[] = []
  const watching: ChatContext = {
    ...context,
    emit(event) {
      if (event.guid !== undefined) guids.push(event.guid)
      context.emit(event)
    },
  }
  return { result: act(watching, findPerson(context, input.user), input), guids }
}

function isUnderWay({ rows }: ChatContext, guids: readonly string[]): boolean {
  return guids.length > 0 && rows.deliveries.list('state', 'queued').some(({ guid }) => guids.includes(guid))
}

function answered(context: ChatContext, { messageId, userId }: Interaction): Answered {
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
