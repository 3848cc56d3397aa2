import * as v from 'valibot'
import { acceptSocket } from '#core/answer.ts'
import { Failure } from '#core/errors.ts'
import { parseJson } from '#core/text/parse-json.ts'
import { routesFor } from '#core/routes.ts'
import type { SocketConnection } from '#core/http/socket-endpoint.ts'
import { SECOND } from '#core/duration.ts'
import type { ChatCall, ChatContext } from '#chat/call.ts'
import { appMethod } from './method.ts'
import { ok } from '#chat/json/ok.ts'
import { slackFailure } from '#chat/errors/failures.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import type { App } from '#chat/schema/people.ts'

const { get } = routesFor<ChatCall>()

/**
 * The lifetime of a ticket, in milliseconds; the lifetime of a connection, in seconds; the most connections of an app.
 */
const [TICKET, CONNECTION, MOST] = [30 * SECOND, 18_060, 10]

/** Socket Mode. https://docs.slack.dev/apis/events-api/using-socket-mode */
export const socketModeRoutes = [
  ...appMethod('apps.connections.open', { scopes: ['connections:write'], args: v.object({}) }, (call) => {
    const { rows, ids, clock, urls, principal } = call
    const { app, token } = principal
    if (call.method === 'GET') throw slackFailure('insecure_request')
    if (call.sockets.count(app.id) >= MOST) throw slackFailure('too_many_websockets')
    const id = ids.secret.hex(32)
    rows.socketTickets.insert({ id, appId: app.id, token: token.id, expiresAt: clock.now() + TICKET })
    const query = new URLSearchParams({ ticket: id, app_id: app.id })
    return ok(call, { url: urls.of(`/link/?${query.toString()}`).replace(/^http/, 'ws') })
  }),

  get('socket_mode', '/link', (call) => {
    const { rows, query } = call
    const ticket = rows.socketTickets.get(query.get('ticket') ?? '')
    // A ticket opens one connection.
    if (ticket === undefined || ticket.expiresAt < call.clock.now()) throw new Failure(403, 'invalid_ticket')
    rows.socketTickets.delete(ticket.id)
    const app = rows.apps.require(ticket.appId)
    // The vendor's parameter for testing reconnections.
    const lifetime = query.get('debug_reconnects') === 'true' ? 360 : CONNECTION
    return acceptSocket<ChatContext>({
      group: app.id,
      opened: (context, connection) => greet(context, app, connection, lifetime),
      received: (_context, connection, text) => receive(connection, text),
    })
  }),
]

function greet(context: ChatContext, app: App, connection: SocketConnection, lifetime: number): void {
  const { sockets } = context
  connection.send(
    JSON.stringify({
      type: 'hello',
      num_connections: sockets.count(app.id),
      debug_info: { host: 'backlot', build_number: 1, approximate_connection_time: lifetime },
      connection_info: { app_id: app.id },
    }),
  )
  context.schedule(lifetime * SECOND, 'endConnection', { appId: app.id, connectionId: connection.id })
}

/** Reads an acknowledgement, which names an envelope by its id: the guid of the delivery. */
function receive(connection: SocketConnection, text: string): void {
  let message: unknown
  try {
    message = parseJson(text)
  } catch {
    return
  }
  if (!isObject(message) || typeof message['envelope_id'] !== 'string') return
  const { envelope_id: id, payload } = message
  connection.answer(id, payload === undefined || payload === null ? '' : JSON.stringify(payload))
}
