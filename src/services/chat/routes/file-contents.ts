import { redirect, text, type Answer } from '#core/answer.ts'
import { credentials } from '#core/auth.ts'
import { formBoundary, formParts, MalformedForm } from '#core/http/form-data.ts'
import { Failure } from '#core/errors.ts'
import { routesFor } from '#core/routes.ts'
import { principalOf } from '#chat/auth.ts'
import type { ChatCall, Principal } from '#chat/call.ts'
import { csvOf } from '#chat/json/list.ts'
import { canvasHtml } from '#chat/pages/canvas.ts'
import { hasScope } from '#chat/rules/scopes.ts'
import { receiveUpload } from '#chat/rules/files/upload.ts'
import type { File } from '#chat/schema/messages.ts'
import { canSeeFile } from '#chat/rules/files/visible.ts'

const { get, post } = routesFor<ChatCall>()

/** The second step of an upload, and downloads. */
export const fileContentsRoutes = [
  post('files.upload.bytes', '/upload/v1/:key', readUpload, (call) => {
    const { upload, params } = call
    if (!receiveUpload(call, params.key, upload)) return text('invalid upload URL', 404)
    return text(`OK - ${upload.length}`)
  }),
  get('files.download', '/files-pri/:file/:name', (call) => download(call, call.params.file, false)),
  get('files.download.attachment', '/files-pri/:file/download/:name', (call) => download(call, call.params.file, true)),
  get('files.download.csv', '/files-pri/:file/csv/:name', (call) => download(call, call.params.file, true)),
  get('files.public', '/files-pub/:name', (call) => {
    const [, id = '', key = ''] = call.params.name.split('-')
    const file = call.rows.files.get(id)
    const isShared = file?.state === 'complete' && file.publicKey !== null && file.publicKey === key
    return isShared ? contents(call, file, false) : text('file not found', 404)
  }),
]

/** Returns the bytes of an upload: the body, or the first part of a form. Clients send both. */
function readUpload(call: ChatCall): { upload: Uint8Array } | Promise<{ upload: Uint8Array }> {
  const boundary = formBoundary(call.header('content-type'))
  if (boundary !== null) return firstPart(call.bytes, boundary).then((upload) => ({ upload }))
  const isForm = call.header('content-type')?.startsWith('application/x-www-form-urlencoded') === true
  const body = isForm && call.text.startsWith('body=') ? call.form().get('body') : null
  return { upload: body === null ? call.bytes : Buffer.from(body) }
}

async function firstPart(bytes: Uint8Array, boundary: string): Promise<Uint8Array> {
  const body = (async function* () {
    yield bytes
  })()
  const parts: Uint8Array[] = []
  try {
    for await (const { pieces } of formParts(body, boundary)) {
      for await (const piece of pieces) parts.push(piece)
      break
    }
  } catch (error) {
    throw error instanceof MalformedForm ? new Failure(400, 'invalid_form_data') : error
  }
  return Buffer.concat(parts)
}

/**
 * Answers the bytes of a file to a token with `files:read` whose user can see the file. Any other request is redirected
 * to the page, as the vendor redirects to its sign-in.
 * https://docs.slack.dev/reference/objects/file-object#authentication
 */
function download(call: ChatCall, name: string, asAttachment: boolean): Answer {
  const { rows } = call
  const file = rows.files.get(name.slice(name.indexOf('-') + 1))
  const principal = principalOfDownload(call)
  const canRead = principal !== null && hasScope(principal.scopes, 'files:read') && principal.user !== null
  if (!canRead) return redirect(`${call.origin}/?redir=${encodeURIComponent(call.path)}`)
  const isVisible = file?.state === 'complete' && canSeeFile(call, file, principal.user?.id ?? '')
  return isVisible ? contents(call, file, asAttachment) : text('file not found', 404)
}

function contents({ rows }: ChatCall, file: File, asAttachment: boolean): Answer {
  const [canvas, list] = [rows.canvases.get(file.id), rows.lists.get(file.id)]
  const written = canvas === undefined ? list && csvOf(rows, list) : canvasHtml(rows, canvas).toString()
  const bytes = written === undefined ? rows.fileContents.get(file.id) : Buffer.from(written)
  if (bytes === undefined) return text('file not found', 404)
  const disposition = `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`
  return {
    status: 200,
    headers: {
      'content-type': typeOf(file),
      'x-content-type-options': 'nosniff',
      // A file may be a page: it must not run as one of the instance.
      'content-security-policy': "sandbox; default-src 'none'",
      ...(asAttachment ? { 'content-disposition': disposition } : {}),
    },
    body: bytes,
  }
}

/** Returns the type of the bytes: canvases are read as HTML, lists as CSV. */
function typeOf({ filetype, mimetype }: File): string {
  if (filetype === 'quip') return 'text/html; charset=utf-8'
  return filetype === 'list' ? 'text/csv; charset=utf-8' : mimetype
}

function principalOfDownload(call: ChatCall): Principal | null {
  const credential = credentials(call.header('authorization') ?? '')
  if (credential?.scheme !== 'token' || credential.name !== 'bearer') return null
  try {
    return principalOf(call, credential.value)
  } catch (error) {
    if (error instanceof Failure) return null
    throw error
  }
}
