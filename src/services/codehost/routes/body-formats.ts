import type { Answer } from '#core/answer.ts'
import type { Route } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import type { BodyFormat } from '#codehost/markdown/bodies.ts'
import { acceptedParameters } from '#codehost/rules/media-type.ts'

const FORMATS: readonly BodyFormat[] = ['full', 'html', 'text']

/**
 * Returns routes whose answers have the texts of users in the format that the client accepts:
 * `application/vnd.github.full+json`, `.html+json` or `.text+json`. Markdown is loaded for these requests only.
 */
export function withBodyFormats(routes: readonly Route[]): readonly Route[] {
  return routes.map((route) => ({
    ...route,
    run: (call) => {
      const accepted = acceptedParameters(call)
      const format = FORMATS.find((each) => accepted.includes(each))
      if (format === undefined) return route.run(call)
      // The routes of this service are only run with its calls.
      return formatted(route, call as unknown as CodehostCall, format)
    },
  }))
}

/** The library is loaded before the route runs, so that the route still is one transaction. */
async function formatted(route: Route, call: CodehostCall, format: BodyFormat): Promise<Answer> {
  const { withBodiesIn } = await import('#codehost/markdown/bodies.ts')
  const run = route.run as unknown as (call: CodehostCall) => Answer | Promise<Answer> // see above
  return withBodiesIn(format, call, await call.store.transaction(() => run(call)))
}
