import { createHash } from 'node:crypto'
import { redirect, text, type Answer } from '#core/answer.ts'
import { html } from '#pages/html.ts'
import { page } from '#pages/layout.ts'
import { routesFor } from '#core/routes.ts'
import type { ChatCall } from '#chat/call.ts'
import { canvasHtml } from '#chat/pages/canvas.ts'
import { WORKSPACE_SCRIPT } from '#chat/pages/script.ts'
import { WORKSPACE_STYLE } from '#chat/pages/style.ts'
import { workspaceContent } from '#chat/pages/workspace.ts'

const { get } = routesFor<ChatCall>()

/** The workspace for people: the page at `/`, the links to messages, and the pictures of people and bots. */
export const workspaceRoutes = [
  get('workspace', '/', showWorkspace),

  get('workspace.permalink', '/archives/:channel/:message', (call) => {
    const { params, query, mountPath } = call
    const [, seconds = '', micros = ''] = /^p(\d{10})(\d{6})$/.exec(params.message) ?? []
    const thread = query.get('thread_ts')
    const target = new URLSearchParams({ channel: params.channel, ...(thread === null ? {} : { thread }) })
    return redirect(`${mountPath}/?${target}#${encodeURIComponent(`${params.channel}-${seconds}.${micros}`)}`)
  }),

  get('workspace.document', '/docs/:team/:file', showCanvas),

  get('workspace.avatar', '/avatars/:name', showPicture),
]

/** Answers the page. Without JavaScript it can be read, and sends nothing. */
function showWorkspace(call: ChatCall): Answer {
  const { query, mountPath } = call
  const value = (name: string): string | undefined => query.get(name) ?? undefined
  const place = {
    as: value('as'),
    channel: value('channel'),
    thread: value('thread'),
    app: value('app'),
    assistant: value('assistant'),
    tab: value('tab'),
  }
  const { content, version, title, user } = workspaceContent(call, mountPath, place)
  return page({
    service: { id: 'chat', title: 'Slack Web API' },
    title,
    content: html`<p id="problem" class="reason" role="alert" hidden></p>
      <div id="page" data-root="${mountPath}" data-user="${user}" data-version="${version}">${content}</div>`,
    style: WORKSPACE_STYLE,
    script: WORKSPACE_SCRIPT,
    connects: true,
    images: true,
  })
}

/** Answers the page of a canvas. */
function showCanvas(call: ChatCall & { readonly params: { readonly file: string } }): Answer {
  const { rows, params } = call
  const [canvas, file] = [rows.canvases.get(params.file), rows.files.get(params.file)]
  if (canvas === undefined || file?.state !== 'complete') return text('canvas not found', 404)
  return page({
    service: { id: 'chat', title: 'Slack Web API' },
    title: file.title,
    content: html`<h1>${file.title}</h1>
      ${canvasHtml(rows, canvas)}`,
    style: WORKSPACE_STYLE,
  })
}

/** Answers a picture: a photo as it was uploaded or in a size, or a square whose color depends on the id. */
function showPicture({ rows, params: { name } }: ChatCall & { readonly params: { readonly name: string } }): Answer {
  const [, id = name, size = '48'] = /^(.+)-(\d{1,4}|original)(?:\.svg)?$/.exec(name) ?? []
  const photo = rows.photos.get(id)
  const bytes = rows.photoContents.get(id)
  if (photo === undefined || bytes === undefined) return svg(Number(size) || 48, '0 0 1 1', square(id))
  if (size === 'original') return picture(photo.mimetype, bytes)
  const url = `data:${photo.mimetype};base64,${Buffer.from(bytes).toString('base64')}`
  const image = `<image width="${photo.width}" height="${photo.height}" href="${url}"/>`
  return svg(Number(size), photo.shown.join(' '), image)
}

function square(id: string): string {
  const hue = Number.parseInt(createHash('md5').update(id).digest('hex').slice(0, 4), 16) % 360
  return `<rect width="1" height="1" fill="hsl(${hue} 45% 50%)"/>`
}

/** Answers a square picture; what it shows is letterboxed where it is no square. */
function svg(size: number, viewBox: string, content: string): Answer {
  const box = `width="${size}" height="${size}" viewBox="${viewBox}"`
  return picture('image/svg+xml', `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${content}</svg>`)
}

function picture(type: string, body: string | Uint8Array): Answer {
  return { status: 200, headers: { 'content-type': type, 'x-content-type-options': 'nosniff' }, body }
}
