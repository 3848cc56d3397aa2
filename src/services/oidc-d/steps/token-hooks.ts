import { errorMessage } from '#core/error-message.ts'
import type { SignInContext, OidcCall } from '#oidc-d/call.ts'
import { readTokenHookAnswer, TokenHookWanted, unanswered } from '#oidc-d/rules/hooks/token-hooks.ts'
import { TOKEN_HOOK, type TokenHookAnswer } from '#oidc-d/schema.ts'
import { askHook } from './hooks.ts'

interface Asked {
  readonly tokenHook: TokenHookAnswer | null
}

/** Ends a rehearsal that came to its end without a hook. */
class Rehearsed extends Error {}

/**
 * Returns a step that asks the token hook which decides about the tokens of a request, and adds what it answers. To
 * find out which hook that is, and what it must be told, the handler is rehearsed: it runs once without effect.
 */
export function askTokenHook<C extends OidcCall & SignInContext>(handler: (call: C) => unknown) {
  return (call: C): Asked | Promise<Asked> => {
    if (call.rows.inlineHooks.count('byType', TOKEN_HOOK) === 0) return { tokenHook: null }
    const wanted = rehearse(call, handler)
    return wanted === null ? { tokenHook: null } : answerTo(call, wanted)
  }
}

/** Returns the hook that a request wants to be asked; null for none. What the handler does is undone. */
function rehearse<C extends OidcCall & SignInContext>(call: C, handler: (call: C) => unknown): TokenHookWanted | null {
  const emitted = call.outbox.length
  Object.assign(call, { tokenHook: 'to be asked' })
  try {
    return call.store.transaction(() => {
      handler(call)
      throw new Rehearsed()
    })
  } catch (error) {
    // The request itself fails with any other error again, and answers with it.
    return error instanceof TokenHookWanted ? error : null
  } finally {
    call.outbox.length = emitted
  }
}

async function answerTo(call: OidcCall, { hook, tokens, payload }: TokenHookWanted): Promise<Asked> {
  try {
    const answer = await askHook(call, hook.channel, payload)
    return { tokenHook: readTokenHookAnswer(hook, tokens, answer) }
  } catch (error) {
    return { tokenHook: unanswered(hook, errorMessage(error)) }
  }
}
