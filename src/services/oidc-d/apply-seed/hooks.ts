import type { OidcContext } from '#oidc-d/call.ts'
import { createEventHook } from '#oidc-d/rules/hooks/event-hooks.ts'
import { createInlineHook } from '#oidc-d/rules/hooks/inline-hooks.ts'
import { TOKEN_HOOK, type AuthorizationServer, type HookChannel } from '#oidc-d/schema.ts'
import type { Section } from '#oidc-d/seed.ts'

type SeededEventHook = Section['event_hooks'][number]
type SeededTokenHook = NonNullable<Section['authorization_servers'][number]['token_hook']>

/** Creates an event hook, whose receiver need not answer a challenge. */
export function seedEventHook(context: OidcContext, { name, events, ...receiver }: SeededEventHook): void {
  const channel = channelOf(receiver)
  createEventHook(context, { name, description: null, eventTypes: events, filter: null, channel, verified: true })
}

/** Creates the token hook of a server, which all of its rules ask. */
export function seedTokenHook(context: OidcContext, server: AuthorizationServer, receiver: SeededTokenHook): void {
  const { rows } = context
  const fields = { name: `${server.name} tokens`, type: TOKEN_HOOK, version: '1.0.0', channel: channelOf(receiver) }
  const { id } = createInlineHook(context, fields)
  for (const policy of rows.policies.list('byPriority', server.id)) {
    for (const rule of rows.policyRules.list('byPriority', policy.id)) {
      rows.policyRules.update(rule.id, { inlineHookId: id })
    }
  }
}

function channelOf({ uri, auth, headers }: SeededTokenHook): HookChannel {
  const authScheme = auth === undefined ? null : { type: 'HEADER' as const, ...auth }
  return { type: 'HTTP', version: '1.0.0', uri, method: 'POST', headers, authScheme, oauth: null }
}
