import { Failure } from '#core/errors.ts'

/**
 * Yields the pieces of a request's body as the application's server passes them on.
 *
 * @throws Failure with status 413, and the option to set, when that server has cut the body short or refuses it for its
 * length.
 */
export async function* receiveBody(pieces: AsyncIterable<Uint8Array>, headers: Headers): AsyncGenerator<Uint8Array> {
  let length = 0
  try {
    for await (const piece of pieces) {
      length += piece.length
      yield piece
    }
  } catch (error) {
    throw isTooLarge(error) ? refused(error) : error
  }
  const declared = Number(headers.get('content-length') ?? 0)
  // https://nextjs.org/docs/app/api-reference/config/next-config-js/proxyClientMaxBodySize
  if (length < declared) {
    throw new Failure(
      413,
      `The application's server passed on ${length} bytes of a body of ${declared}. In a Next application with proxy.ts, ` +
        `set experimental.proxyClientMaxBodySize in next.config (with middleware.ts, ` +
        `experimental.middlewareClientMaxBodySize) to more than the largest body.`,
    )
  }
}

/** The error with which a server ends a body that it takes no more of, as SvelteKit's does. */
type BodyTooLarge = Error & { readonly status: 413 }

function isTooLarge(error: unknown): error is BodyTooLarge {
  return error instanceof Error && (error as { readonly status?: unknown }).status === 413 // errors have any members
}

/** https://svelte.dev/docs/kit/adapter-node#Environment-variables-BODY_SIZE_LIMIT */
function refused({ message }: BodyTooLarge): Failure {
  return new Failure(
    413,
    `The application's server refuses the body: ${message.replace(/\.$/, '')}. In a SvelteKit application with adapter-node, set the environment ` +
      `variable BODY_SIZE_LIMIT to more than the largest body.`,
  )
}
