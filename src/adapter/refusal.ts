/** Returns an answer of the handler itself, which is no service's: a sentence. */
export function refusal(status: number, sentence: string): Response {
  return new Response(`backlot: ${sentence}\n`, {
    status,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
