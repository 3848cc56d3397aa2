import { verifyWebhook } from '@clerk/nextjs/webhooks'
import { users } from '../../../lib/users.js'

/** Updates the table of users from Clerk's webhooks. */
export async function POST(request) {
  let event
  try {
    event = await verifyWebhook(request)
  } catch {
    return new Response('wrong signature', { status: 400 })
  }
  const { id } = event.data
  if (event.type === 'user.deleted') users.delete(id)
  else users.set(id, { id, email: event.data.email_addresses[0]?.email_address ?? '' })
  return new Response(null, { status: 204 })
}
