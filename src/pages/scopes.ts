import { html, type Html } from './html.ts'

/** A scope that an application requests, with its description. */
export interface DescribedScope {
  /** The scope on the wire. */
  readonly scope: string
  readonly words: string
}

/** Returns the list of the scopes that an application requests. */
export function scopeList(application: string, scopes: readonly DescribedScope[]): Html {
  if (scopes.length === 0) {
    return html`<p class="soft">${application} asks for no scope: it will see what is public, and who you are.</p>`
  }
  return html`<h2 id="scopes">${application} asks to</h2>
    <ul class="scopes" aria-labelledby="scopes">
      ${scopes.map(({ scope, words }) => html`<li>${words} <code>${scope}</code></li> `)}
    </ul>`
}
