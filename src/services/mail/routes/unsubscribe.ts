import { empty } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { html } from '#pages/html.ts'
import { page } from '#pages/layout.ts'
import type { MailCall } from '#mail/call.ts'
import { SERVICE } from '#mail/pages/inbox.ts'
import { loadContact } from '#mail/steps/contacts.ts'

const { get, post } = routesFor<MailCall>()

/** The target of a broadcast's unsubscribe link. Mail clients post to it for one-click unsubscription (RFC 8058). */
export const unsubscribeRoutes = [
  get('unsubscribe', '/unsubscribe/:id', loadContact, ({ contact: { email, unsubscribed } }) => {
    const title = unsubscribed ? 'You are unsubscribed' : 'Unsubscribe?'
    const content = html`<h1>${title}</h1>
      <p>${email} ${unsubscribed ? 'gets no more broadcasts.' : 'will get no more broadcasts.'}</p>
      ${
        !unsubscribed &&
        html`<form class="actions" method="post" action="?">
          <button class="primary" name="confirmed" value="yes">Unsubscribe</button>
        </form>`
      }`
    return page({ service: SERVICE, title, content })
  }),
  post('unsubscribe/confirm', '/unsubscribe/:id', loadContact, (call) => {
    const { rows, clock, contact, mountPath, path } = call
    if (!contact.unsubscribed) {
      const changed = rows.contacts.update(contact.id, { unsubscribed: true, updatedAt: clock.now() })
      call.emit({ event: 'contact.updated', contact: changed })
    }
    const oneClick = call.form().has('List-Unsubscribe')
    return oneClick ? empty(200) : { status: 303, headers: { location: mountPath + path }, body: null }
  }),
]
