import type { Answer } from '#core/answer.ts'
import { html } from './html.ts'
import { page, type Service } from './layout.ts'
import { hidden } from './sign-in.ts'

/** The content of the page that posts an answer as a message. */
export interface PostMessage {
  readonly service: Service
  readonly application: string
  /** The origin of the application, the only one that gets the message. */
  readonly origin: string
  readonly members: Readonly<Record<string, string>>
}

/** A script that sends the fields of the page to the window that opened or frames it. */
const SEND = `const answer = document.getElementById('answer')
const members = Object.fromEntries([...answer.querySelectorAll('input')].map((input) => [input.name, input.value]))
;(window.opener ?? window.parent).postMessage(members, answer.dataset.origin)`

/**
 * Returns a page that posts the answer of a sign-in to the window that opened or frames it, if that is the
 * application's.
 */
export function postMessagePage({ service, application, origin, members }: PostMessage): Answer<string> {
  const title = `Going on to ${application}`
  const content = html`<h1>${title}</h1>
    <p class="soft">The window of the application has the answer; this one can be closed.</p>
    <div id="answer" data-origin="${origin}">${hidden(members)}</div>`
  return page({ service, title, content, script: SEND, framedBy: origin })
}
