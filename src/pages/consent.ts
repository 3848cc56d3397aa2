import type { Answer } from '#core/answer.ts'
import { html } from './html.ts'
import { page, type Service } from './layout.ts'
import { detail, face, tintOf, type ListedPerson } from './person.ts'
import { scopeList, type DescribedScope } from './scopes.ts'
import { hidden } from './sign-in.ts'

/** The content of the consent page. */
export interface ConsentPage {
  readonly service: Service
  readonly application: string
  readonly scopes: readonly DescribedScope[]
  readonly person: ListedPerson
  /** The address to which the browser goes afterwards; null when it stays. */
  readonly destination: string | null
  /** The fields that the form posts beside `decision`, which is `allow` or `deny`. */
  readonly fields: Readonly<Record<string, string>>
}

/**
 * Returns the page on which the chosen person consents to an application's scopes. The form posts to the page's own
 * path.
 */
export function consentPage({
  service,
  application,
  scopes,
  person,
  destination,
  fields,
}: ConsentPage): Answer<string> {
  const content = html`<h1>Authorize ${application}</h1>
    <div class="account ${tintOf(person)}">
      ${face(person)}<span><b>${person.name}</b><small>${detail(person)}</small></span>
    </div>
    ${destination !== null && html`<p class="soft">You will go on to ${destination}</p>`}
    ${scopeList(application, scopes)}
    <form method="post" action="?">
      ${hidden(fields)}
      <div class="actions">
        <button class="primary" name="decision" value="allow" autofocus>Authorize ${application}</button>
        <button class="quiet" name="decision" value="deny">Cancel</button>
      </div>
    </form>`
  return page({
    service,
    title: `Authorize ${application}`,
    content,
    ...(destination === null ? {} : { leadsTo: destination }),
  })
}
