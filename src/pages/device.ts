import type { Answer } from '#core/answer.ts'
import { html } from './html.ts'
import { page, type Service } from './layout.ts'

/** Returns the page on which a person types the code of a device; the form posts `user_code` to the page's own path. */
export function deviceCodePage(service: Service, userCode: string): Answer<string> {
  const content = html`<h1>Connect a device</h1>
    <p class="soft">Enter the code that the device shows.</p>
    <form method="post" action="?">
      <h2><label for="code">Code</label></h2>
      <input
        id="code"
        class="code-entry"
        name="user_code"
        value="${userCode}"
        required
        autofocus
        autocomplete="off"
        autocapitalize="characters"
        spellcheck="false"
        placeholder="XXXX-XXXX"
      />
      <div class="actions"><button class="primary">Continue</button></div>
    </form>`
  return page({ service, title: 'Connect a device', content })
}

/** Returns the last page of the device flow. */
export function devicePageDone(service: Service, application: string, connected: boolean): Answer<string> {
  const title = connected ? 'The device is connected' : 'The device was refused'
  const outcome = connected
    ? `${application} goes on by itself within a few seconds.`
    : `${application} gets no access.`
  const content = html`<h1>${title}</h1>
    <p>${outcome} You can close this window.</p>`
  return page({ service, title, content })
}
