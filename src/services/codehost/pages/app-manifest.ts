import type { Answer } from '#core/answer.ts'
import { html } from '#pages/html.ts'
import { page } from '#pages/layout.ts'
import type { Account } from '#codehost/schema/accounts.ts'

/** The content of the page that registers an app. */
export interface AppManifestPage {
  /** The manifest as it was posted, which the form posts again. */
  readonly manifest: string
  /** The name that the app will have unless somebody changes it. */
  readonly name: string
  /** Why the form was not taken; null for its first view. */
  readonly reason: string | null
  /** The permissions and events that the app asks for. */
  readonly permissions: Readonly<Record<string, string>>
  readonly events: readonly string[]
  /** The address to which the browser goes afterwards. */
  readonly destination: string
  /** The query of the address, with the client's `state`. */
  readonly query: string
  /** The users who may register it: one button for each. */
  readonly people: readonly Account[]
}

/**
 * Returns the page on which a user registers a GitHub App from a manifest.
 * https://docs.github.com/apps/sharing-github-apps/registering-a-github-app-from-a-manifest
 */
export function appManifestPage(content: AppManifestPage): Answer<string> {
  const { manifest, name, reason, permissions, events, destination, query, people } = content
  const asked = [...Object.entries(permissions).map(([key, access]) => `${key}: ${access}`), ...events]
  return page({
    service: { id: 'codehost', title: 'GitHub REST API' },
    title: 'Create GitHub App',
    leadsTo: destination,
    status: reason === null ? 200 : 422,
    content: html`<h1>Create GitHub App</h1>
      <p class="soft">You will go on to ${destination}</p>
      ${asked.length > 0 && html`<p>It asks for ${asked.join(', ')}.</p>`}
      ${reason !== null && html`<p class="reason" role="alert">${reason}</p>`}
      <form method="post" action="?${query}">
        <input type="hidden" name="manifest" value="${manifest}" />
        <label for="name">Name</label>
        <input id="name" name="name" value="${name}" required maxlength="34" />
        <ul class="people">
          ${people.map(
            ({ login }) => html`<li><button name="user" value="${login}">Create GitHub App for ${login}</button></li> `,
          )}
        </ul>
      </form>`,
  })
}
