import { empty, type Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import { html } from '#pages/html.ts'
import { page } from '#pages/layout.ts'
import type { MailCall } from '#mail/call.ts'
import { SERVICE } from '#mail/pages/inbox.ts'
import { countUnsubscription } from '#mail/rules/audiences/broadcast-statistics.ts'
import { subscribe, subscriptionTo } from '#mail/rules/audiences/contacts.ts'
import type { Contact } from '#mail/schema/audiences.ts'
import { loadContact } from '#mail/steps/contacts.ts'
import { loadTopicOfLink } from '#mail/steps/topics.ts'

const { get, post } = routesFor<MailCall>()

const ofTopic = '/unsubscribe/:id/:topic_id'

/** The targets of unsubscribe links. Mail clients post to them for one-click unsubscription (RFC 8058). */
export const unsubscribeRoutes = [
  get('unsubscribe', '/unsubscribe/:id', loadContact, (call) =>
    unsubscribePage(call, call.contact.unsubscribed, 'broadcasts'),
  ),
  post('unsubscribe/confirm', '/unsubscribe/:id', loadContact, (call) => {
    unsubscribeFromAll(call)
    return answerConfirmed(call)
  }),
  get('unsubscribe/topic', ofTopic, loadContact, loadTopicOfLink, (call) => {
    const { rows, contact, topic } = call
    const isOut = contact.unsubscribed || subscriptionTo(rows, topic, contact) === 'opt_out'
    return unsubscribePage(call, isOut, `emails about ${topic.name}`, !contact.unsubscribed)
  }),
  // https://resend.com/docs/dashboard/topics/introduction
  post('unsubscribe/confirm-topic', ofTopic, loadContact, loadTopicOfLink, (call) => {
    const { rows, contact, topic } = call
    if (call.form().get('confirmed') === 'all') unsubscribeFromAll(call)
    else if (subscriptionTo(rows, topic, contact) === 'opt_in') {
      const topics = [{ id: topic.uuid, subscription: 'opt_out' as const }]
      subscribe(call, contact, topics)
      call.emit({ event: 'contact.topics.updated', contact, topics })
    }
    return answerConfirmed(call)
  }),
]

type WithContact = MailCall & { readonly contact: Contact }

function unsubscribePage(call: WithContact, unsubscribed: boolean, from: string, offersAll = false): Answer {
  const { email } = call.contact
  const title = unsubscribed ? 'You are unsubscribed' : 'Unsubscribe?'
  const content = html`<h1>${title}</h1>
    <p>${email} ${unsubscribed ? 'gets no more' : 'will get no more'} ${from}.</p>
    ${
      (!unsubscribed || offersAll) &&
      html`<form class="actions" method="post" action="?${call.query.toString()}">
        ${!unsubscribed && html`<button class="primary" name="confirmed" value="yes">Unsubscribe</button>`}
        ${offersAll && html`<button name="confirmed" value="all">Unsubscribe from all emails</button>`}
      </form>`
    }`
  return page({ service: SERVICE, title, content })
}

function unsubscribeFromAll(call: WithContact): void {
  const { rows, clock, contact } = call
  if (contact.unsubscribed) return
  const changed = rows.contacts.update(contact.id, { unsubscribed: true, updatedAt: clock.now() })
  call.emit({ event: 'contact.updated', contact: changed })
}

/** Counts the unsubscription for the broadcast that the link is of, and answers. */
function answerConfirmed(call: WithContact): Answer {
  const { rows, mountPath, path, query, search, contact } = call
  const broadcast = rows.broadcasts.find('uuid', query.get('broadcast') ?? '')
  if (broadcast !== undefined) countUnsubscription(rows, broadcast, contact.email)
  const oneClick = call.form().has('List-Unsubscribe')
  return oneClick ? empty(200) : { status: 303, headers: { location: mountPath + path + search }, body: null }
}
