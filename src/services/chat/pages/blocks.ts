import { ownMember } from '#core/objects.ts'
import { html, type Html, type Part } from '#pages/html.ts'
import { isObject } from '#chat/rules/block-kit/check.ts'
import { element, image, type Surface } from './elements.ts'
import { link, list, scalar, markdown, richText, textObject, words } from './text.ts'

type Members = Readonly<Record<string, unknown>>

/** The modal that blocks are in. */
interface Form {
  /** The error texts beside inputs, by block, since the last submission. */
  readonly errors: Readonly<Record<string, string>>
}

/** Returns blocks as people see them. https://docs.slack.dev/reference/block-kit/blocks */
export function blocks(surface: Surface, value: unknown, form: Form | null = null): Part {
  return list(value).map((block) => blockHtml(surface, block, form))
}

function blockHtml(surface: Surface, block: Members, form: Form | null): Html {
  const draw = ownMember(RENDERERS, scalar(block['type']))
  const shown = draw === undefined ? `[${scalar(block['type'])}]` : draw(surface, block, form)
  return html`<div class="block" data-type="${scalar(block['type'])}" data-block-id="${scalar(block['block_id'])}">
    ${shown}
  </div> `
}

type Renderer = (surface: Surface, block: Members, form: Form | null) => Part

const RENDERERS: Readonly<Record<string, Renderer>> = {
  section,
  actions: (surface, block) => html`<div class="row">${elementsOf(surface, block)}</div>`,
  context: (surface, block) => html`<div class="row soft">${elementsOf(surface, block)}</div>`,
  context_actions: (surface, block) => html`<div class="row">${elementsOf(surface, block)}</div>`,
  divider: () => html`<hr />`,
  header: (_surface, block) => html`<h3>${words(block['text'])}</h3>`,
  image: (surface, block) =>
    html`<figure>
      ${isObject(block['title']) && html`<figcaption>${words(block['title'])}</figcaption>`} ${image(surface, block)}
    </figure>`,
  video: (surface, block) =>
    html`<figure>
      <figcaption>
        <b>${link(scalar(block['title_url'] ?? block['video_url']), words(block['title']))}</b>
        ${typeof block['author_name'] === 'string' && html`<span class="soft">${block['author_name']}</span>`}
        ${isObject(block['description']) && html`<span>${words(block['description'])}</span>`}
      </figcaption>
      ▶ ${link(scalar(block['video_url']), scalar(block['alt_text'], 'Video'))}
    </figure>`,
  file: (_surface, block) => html`<span class="file">📎 ${scalar(block['external_id'])}</span>`,
  markdown: ({ rows }, block) => markdown(rows, scalar(block['text'])),
  rich_text: ({ rows }, block) => richText(rows, block['elements']),
  table: ({ rows }, block) => tableHtml(rows, block),
  data_table: ({ rows }, block) => tableHtml(rows, block),
  alert: ({ rows }, block) =>
    html`<div class="alert ${scalar(block['level'], 'default')}" role="note">${textObject(rows, block['text'])}</div>`,
  card: (surface, block) => html`<div class="card">${card(surface, block)}</div>`,
  carousel: (surface, block) =>
    html`<div class="carousel" tabindex="0" role="group" aria-label="Carousel">
      ${list(block['elements']).map((each) => html`<div class="card">${card(surface, each)}</div>`)}
    </div>`,
  container: (surface, block, form) => {
    const inner = blocks(surface, block['child_blocks'], form)
    const title = isObject(block['title'])
      ? words(block['title'])
      : richText(surface.rows, isObject(block['rich_text_title']) ? block['rich_text_title']['elements'] : [])
    const subtitle =
      isObject(block['subtitle']) && html` <small class="soft">${textObject(surface.rows, block['subtitle'])}</small>`
    return block['is_collapsible'] === true
      ? html`<details class="container" ${block['default_collapsed'] !== true && ' open'}>
          <summary>${title}${subtitle}</summary>
          ${inner}
        </details>`
      : html`<section class="container">
          <h3>${title}${subtitle}</h3>
          ${inner}
        </section>`
  },
  plan: (surface, block) =>
    html`<section class="container">
      <h3>${scalar(block['title'])}</h3>
      ${list(block['tasks']).map((task) => taskCard(surface, task))}
    </section>`,
  task_card: taskCard,
  input,
  call: callHtml,
}

function elementsOf(surface: Surface, block: Members): Part {
  return list(block['elements']).map((each) => {
    const place = { blockId: scalar(block['block_id']), isInput: false }
    return html`<span class="element">${element(surface, each, place)}</span> `
  })
}

function section(surface: Surface, block: Members): Html {
  const { rows } = surface
  const place = { blockId: scalar(block['block_id']), isInput: false }
  const fields = list(block['fields'])
  return html`<div class="section">
    <div>
      ${isObject(block['text']) && html`<div>${textObject(rows, block['text'])}</div>`}
      ${fields.length > 0 && html`<div class="fields">${fields.map((field) => html`<div>${textObject(rows, field)}</div>`)}</div>`}
    </div>
    ${isObject(block['accessory']) && html`<div class="accessory">${element(surface, block['accessory'], place)}</div>`}
  </div>`
}

/** Returns an input of a modal, with its label, its hint and its error text. */
function input(surface: Surface, block: Members, form: Form | null): Html {
  const { element: inner } = block
  const blockId = scalar(block['block_id'])
  const id = `${surface.prefix}-${blockId}`
  const error = form?.errors[blockId]
  const hasHint = isObject(block['hint'])
  const described = [...(hasHint ? [`${id}-hint`] : []), ...(error === undefined ? [] : [`${id}-error`])].join(' ')
  const place = {
    blockId,
    labelledBy: `${id}-label`,
    ...(described === '' ? {} : { describedBy: described }),
    isInput: form !== null,
    required: block['optional'] !== true,
    invalid: error !== undefined,
  }
  const dispatches = block['dispatch_action'] === true
  return html`<div class="input">
    <span class="label" id="${id}-label"
      >${words(block['label'])}${block['optional'] === true && html` <small class="soft">(optional)</small>`}</span
    >
    ${isObject(inner) && element(surface, dispatches ? { ...inner, dispatch: true } : inner, place)}
    ${hasHint && html`<small class="soft" id="${id}-hint">${words(block['hint'])}</small>`}
    ${error !== undefined && html`<small class="error" id="${id}-error" role="alert">${error}</small>`}
  </div>`
}

function card(surface: Surface, block: Members): Html {
  const { rows } = surface
  const place = { blockId: scalar(block['block_id']), isInput: false }
  return html`${isObject(block['hero_image']) && image(surface, block['hero_image'])}
    <div class="row">
      ${isObject(block['icon']) && image(surface, block['icon'])}
      ${isObject(block['title']) && html`<b>${textObject(rows, block['title'])}</b>`}
    </div>
    ${isObject(block['subtitle']) && html`<div class="soft">${textObject(rows, block['subtitle'])}</div>`}
    ${isObject(block['body']) && html`<div>${textObject(rows, block['body'])}</div>`}
    ${list(block['actions']).map((each) => html`<span class="element">${element(surface, each, place)}</span> `)}`
}

const STATUS: Readonly<Record<string, string>> = { pending: '○', in_progress: '◐', complete: '✓', error: '✗' }

function taskCard({ rows }: Surface, task: Members): Html {
  const status = scalar(task['status'], 'pending')
  const part = (value: unknown): Part =>
    isObject(value) ? html`<div>${richText(rows, value['elements'])}</div>` : null
  return html`<div class="task">
    <b><span aria-hidden="true">${ownMember(STATUS, status) ?? '○'}</span> ${scalar(task['title'])}</b>
    <small class="soft">${status.replace('_', ' ')}</small>
    ${part(task['details'])} ${part(task['output'])}
    ${list(task['sources']).map((source) => html`<small>${link(scalar(source['url']), scalar(source['text']))}</small> `)}
  </div>`
}

/** Returns a table block as people see it. */
export function tableHtml(rows: Surface['rows'], block: Members): Html {
  const [head = [], ...body] = Array.isArray(block['rows']) ? (block['rows'] as readonly unknown[]).map(list) : []
  const cell = (each: Members): Part =>
    each['type'] === 'rich_text' ? richText(rows, each['elements']) : scalar(each['text'] ?? each['value'])
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Table">
    <table>
      ${
        typeof block['caption'] === 'string' &&
        html`<caption>
          ${block['caption']}
        </caption>`
      }
      <thead>
        <tr>
          ${head.map((each) => html`<th scope="col">${cell(each)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${body.map(
          (row) =>
            html`<tr>
              ${row.map((each) => html`<td>${cell(each)}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`
}

/** Returns a call with its title, its participants and the link to join while it goes on. */
function callHtml({ rows }: Surface, block: Members): Part {
  const call = rows.calls.get(scalar(block['call_id']))
  if (call === undefined) return html`☎ ${scalar(block['call_id'])}`
  const names = call.users.map(({ slack_id: id, display_name: name }) => rows.users.get(id)?.name ?? name ?? '')
  return html`<section class="card">
    <b>☎ ${call.title === '' ? 'Call' : call.title}</b> <span class="soft">${names.join(', ')}</span>
    ${call.endedAt === null ? link(call.joinUrl, 'Join') : html`<span class="soft">Ended</span>`}
  </section>`
}
