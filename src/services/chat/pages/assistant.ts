import { html, type Html, type Part } from '#pages/html.ts'
import type { ChatContext } from '#chat/call.ts'
import { isStreaming } from '#chat/rules/agents/stream-content.ts'
import { shownStatus } from '#chat/rules/agents/threads.ts'
import type { AgentThread } from '#chat/schema/agents.ts'
import type { Message } from '#chat/schema/messages.ts'
import type { App, User } from '#chat/schema/people.ts'

// The agents in the workspace: the pane beside a conversation, their status, and messages that grow.

/** The time for which each of the words of a status is shown, in milliseconds. */
const TURN = 3000

/** Returns the newest thread with the assistant of an app that a person has opened; undefined without one. */
export function newestThread({ rows }: ChatContext, app: App, user: User): AgentThread | undefined {
  return rows.agentThreads.list('byPerson', app.id, user.id).at(-1)
}

/** The parts of the pane of an assistant. */
interface AssistantPane {
  readonly app: App
  readonly thread: AgentThread | undefined
  /** The address of the page without the pane. */
  readonly closeUrl: string
  /** The messages of the thread. */
  readonly messages: readonly Html[]
  readonly composer: Part
}

/** Returns the pane with the assistant of an app, beside the conversation that the person looks at. */
export function assistantPane(
  context: ChatContext,
  { app, thread, closeUrl, messages, composer }: AssistantPane,
): Html {
  const title = thread === undefined || thread.title === '' ? app.name : thread.title
  const target = thread && JSON.stringify({ channel: thread.channelId, ts: thread.threadTs })
  return html`<section
    class="pane thread assistant"
    aria-labelledby="assistant"
    ${target !== undefined && html` data-assistant="${target}" data-context="${thread?.contextChannelId ?? ''}"`}
  >
    <h2 id="assistant">
      <span>${title} <span class="badge">APP</span></span>
      <span class="row">
        <button type="button" class="button" data-open-assistant="${app.id}">New chat</button>
        <a href="${closeUrl}" aria-label="Close the assistant">✕</a>
      </span>
    </h2>
    <ul class="messages" id="assistant-messages" tabindex="0" aria-label="Assistant" role="log">
      ${messages.length === 0 && html`<li class="soft">Ask ${app.name} something.</li>`} ${messages}
    </ul>
    ${thread !== undefined && statusLine(context, thread)} ${thread !== undefined && suggestedPrompts(thread)}
    ${composer}
  </section>`
}

/** Returns the line that says what an app does in a thread; null when it shows no status. */
export function statusLine(context: ChatContext, thread: AgentThread): Part {
  const status = shownStatus(context, thread)
  if (status === null) return null
  const words = [status.text, ...status.loadingMessages]
  const turn = Math.floor((context.clock.now() - status.setAt) / TURN)
  const name = context.rows.apps.get(thread.appId)?.name ?? ''
  const shown = words[turn % words.length] ?? ''
  return html`<p class="status soft" role="status">${shown === status.text ? `${name} ${shown}` : shown}</p>`
}

/** Returns the buttons with the prompts that an app suggests. */
function suggestedPrompts({ prompts }: AgentThread): Part {
  if (prompts === null || prompts.list.length === 0) return null
  return html`<div class="prompts">
    <p class="soft" id="prompts">${prompts.title}</p>
    <div class="row" role="group" aria-labelledby="prompts">
      ${prompts.list.map(({ title }) => html`<button type="button" class="button" data-prompt="${title}">${title}</button> `)}
    </div>
  </div>`
}

/** Returns the mark below a message that its app streams, with the button that stops it; null for any other. */
export function streamState(context: ChatContext, { id, extra }: Message): Part {
  const state = extra['streaming_state']
  if (state === undefined || state === 'completed') return null
  const stream = context.rows.streams.find('message', id)
  if (stream !== undefined && isStreaming(context, stream)) {
    return html`<p class="streaming soft">
      <span role="status">Writing…</span> <button type="button" class="button" data-stop>Stop</button>
    </p>`
  }
  return html`<p class="soft only">${state === 'stopped' ? 'You stopped this answer.' : 'Something went wrong.'}</p>`
}
