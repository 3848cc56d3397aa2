import type { Answer } from '../core/answer.ts'
import { html } from './html.ts'
import { page, type Service } from './layout.ts'
import { hidden } from './sign-in.ts'

/** What the page says, and to whom. */
export interface PostMessage {
  readonly service: Service
  readonly application: string
  /** The only origin that is to hear it: that of the application. */
  readonly origin: string
  readonly members: Readonly<Record<string, string>>
}

/** Sends the fields of the page to the window that opened it, or frames it. */
const SEND = `const answer = document.getElementById('answer')
const members = Object.fromEntries([...answer.querySelectorAll('input')].map((input) => [input.name, input.value]))
;(window.opener ?? window.parent).postMessage(members, answer.dataset.origin)`

/** A page that tells the answer of a sign-in to the window that opened or frames it, if that is the application's. */
export function postMessagePage({ service, application, origin, members }: PostMessage): Answer {
  const title = `Going on to ${application}`
  const content = html`<h1>${title}</h1>
    <p class="soft">The window of the application has the answer; this one can be closed.</p>
    <div id="answer" data-origin="${origin}">${hidden(members)}</div>`
  return page({ service, title, content, script: SEND, framedBy: origin })
}
