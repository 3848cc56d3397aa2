import { html, type Html } from '#pages/html.ts'
import type { Rows } from '#chat/call.ts'
import type { Canvas, CanvasSection } from '#chat/schema/canvases.ts'
import type { Block } from '#chat/schema/messages.ts'
import { blocksOfMarkdown } from '#chat/rules/text/markdown.ts'
import { tableHtml } from './blocks.ts'
import { richText } from './text.ts'

/** Returns the content of a canvas as its download has it: an element with the id of each section. */
export function canvasHtml(rows: Rows, { sections }: Pick<Canvas, 'sections'>): Html {
  return html`<div class="quip-canvas-content">${sections.map((section) => sectionHtml(rows, section))}</div>`
}

function sectionHtml(rows: Rows, { id, type, markdown }: CanvasSection): Html {
  // The line of a heading that is underlined, or the words after its signs.
  const [line = ''] = markdown.split('\n')
  const heading = line.replace(/^#+/, '').trim()
  const inline = (text: string): Html =>
    html`${blocksOfMarkdown(text).map((block) => richText(rows, block['elements']))}`
  switch (type) {
    case 'h1':
      return html`<h1 id="${id}">${inline(heading)}</h1>`
    case 'h2':
      return html`<h2 id="${id}">${inline(heading)}</h2>`
    case 'h3':
      return html`<h3 id="${id}">${inline(heading)}</h3>`
    case 'paragraph':
      return html`<p id="${id}" class="line">${inline(markdown)}</p>`
    default:
      return html`<div id="${id}">${blocksOfMarkdown(markdown).map((block) => blockHtml(rows, block))}</div>`
  }
}

function blockHtml(rows: Rows, block: Block): Html {
  if (block.type === 'divider') return html`<hr />`
  return block.type === 'table' ? tableHtml(rows, block) : richText(rows, block['elements'])
}
