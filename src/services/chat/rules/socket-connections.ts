import type { ChatContext } from '#chat/call.ts'

/** Ends a connection at the end of its lifetime: asks the client to reconnect, then closes the connection. */
export function endConnection(
  { sockets }: ChatContext,
  { appId, connectionId }: { readonly appId: string; readonly connectionId: number },
): void {
  sockets.send(
    appId,
    JSON.stringify({ type: 'disconnect', reason: 'refresh_requested', debug_info: { host: 'backlot' } }),
    connectionId,
  )
  sockets.close(appId, connectionId)
}
