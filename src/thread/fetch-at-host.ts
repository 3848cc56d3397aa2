import { request as send } from 'node:http'
import { Readable } from 'node:stream'
import { isBodiless } from '#core/answer.ts'

/**
 * Sends a request to a server, with the Host header of another: `fetch` does not let that header be set. Redirects are
 * not followed. Rejects as `fetch` does.
 */
export async function fetchAtHost(
  request: Request,
  named: string,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<Response> {
  const { pathname, search } = new URL(request.url)
  const body = Buffer.from(await request.arrayBuffer())
  return new Promise((resolve, reject) => {
    const headers: Record<string, string | number> = { ...Object.fromEntries(request.headers), host: named }
    if (body.length > 0) headers['content-length'] = body.length
    const outgoing = send(
      { host, port, path: pathname + search, method: request.method, headers, signal: request.signal },
      (answer) => {
        const status = answer.statusCode ?? 0
        const pairs = answer.rawHeaders.flatMap((name, at): [string, string][] =>
          at % 2 === 0 ? [[name, answer.rawHeaders[at + 1] ?? '']] : [],
        )
        const isEmpty = isBodiless(status) || request.method === 'HEAD'
        if (isEmpty) answer.resume()
        // Node types its own streams apart from those of fetch; they are the same at run time.
        const content = isEmpty ? null : (Readable.toWeb(answer) as ReadableStream<Uint8Array>)
        resolve(new Response(content, { status, headers: pairs }))
      },
    )
    outgoing.on('error', (cause) => reject(request.signal.aborted ? cause : new TypeError('fetch failed', { cause })))
    outgoing.end(body)
  })
}
