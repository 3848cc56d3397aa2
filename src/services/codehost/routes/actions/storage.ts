import { createHash } from 'node:crypto'
import type { Answer } from '#core/answer.ts'
import { routesFor } from '#core/routes.ts'
import type { CodehostCall } from '#codehost/call.ts'
import { badRequest, notFound } from '#codehost/errors.ts'
import { STORAGE } from '#codehost/rules/actions/storage-links.ts'
import { wholeNumber } from '#codehost/rules/whole-number.ts'
import { requireStorageLink } from '#codehost/steps/workflow-runs.ts'

const { get, put } = routesFor<CodehostCall>()

/**
 * The blob storage to which jobs upload: a file whole, or its blocks and then the list of them.
 * https://learn.microsoft.com/rest/api/storageservices/put-block
 */
export const storageRoutes = [
  put('actions-results/upload', `${STORAGE}/uploads/:upload_id`, requireStorageLink, (call) => {
    const { rows, params, query, bytes, clock } = call
    const upload = rows.uploads.get(wholeNumber(params.upload_id))
    if (upload === undefined) throw notFound()
    const sent = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const content = sent.toString('base64')
    if (query.get('comp') === 'block') {
      rows.uploads.update(upload.id, { blocks: { ...upload.blocks, [query.get('blockid') ?? '']: content } })
    } else if (query.get('comp') === 'blocklist') {
      const listed = [...sent.toString('utf8').matchAll(/<(?:Latest|Uncommitted|Committed)>([^<]*)</g)]
      const blocks = listed.map(([, id = '']) => upload.blocks[id])
      if (blocks.includes(undefined)) throw badRequest('The specified block list is invalid.')
      const whole = Buffer.concat(blocks.map((block = '') => Buffer.from(block, 'base64')))
      rows.uploads.update(upload.id, { blocks: {}, content: whole.toString('base64') })
    } else rows.uploads.update(upload.id, { content })
    return created(sent, clock.now())
  }),
  get('actions-results/download', `${STORAGE}/caches/:cache_id`, requireStorageLink, ({ rows, params, header }) => {
    const cache = rows.actionsCaches.get(wholeNumber(params.cache_id))
    if (cache === undefined) throw notFound()
    return partOf(Buffer.from(cache.content, 'base64'), header('range') ?? header('x-ms-range'))
  }),
]

function created(sent: Buffer, at: number): Answer {
  const headers = {
    etag: `"0x${createHash('md5').update(sent).digest('hex').slice(0, 15).toUpperCase()}"`,
    'last-modified': new Date(at).toUTCString(),
    'x-ms-request-server-encrypted': 'true',
    'x-ms-version': '2025-11-05',
  }
  return { status: 201, headers, body: null }
}

/** Answers a file, or the part that a Range header names. */
function partOf(bytes: Buffer, range: string | undefined): Answer {
  const headers = { 'content-type': 'application/octet-stream', 'accept-ranges': 'bytes' }
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (from === undefined) return { status: 200, headers, body: bytes }
  const end = to === undefined || to === '' ? bytes.length : Math.min(Number(to) + 1, bytes.length)
  const part = bytes.subarray(Number(from), end)
  const contentRange = `bytes ${from}-${Math.max(end - 1, 0)}/${bytes.length}`
  return { status: 206, headers: { ...headers, 'content-range': contentRange }, body: part }
}
