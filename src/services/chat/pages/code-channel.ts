import { html, type Html, type Part } from '#pages/html.ts'
import type { ChatContext } from '#chat/call.ts'
import type { CodeChannelView, ContextBarItem } from '#chat/schema/code-channels.ts'
import { blocks } from './blocks.ts'
import { canvasHtml } from './canvas.ts'
import type { Surface } from './elements.ts'
import { link, scalar } from './text.ts'

// The context bar and the tabs of a code channel. https://docs.slack.dev/ai/slack-code

/** The parts that the page of a code channel has above and in place of its messages. */
interface CodeChannelParts {
  readonly bar: Part
  /** The content of the tab that is open; null for the messages. */
  readonly content: Part
}

/** The members that the page of a code channel is made of. */
interface CodeChannelPage {
  readonly channelId: string
  /** The id of the tab that is open; undefined for the messages. */
  readonly tab: string | undefined
  readonly urlOf: (tab: string | undefined) => string
  readonly surface: Surface
}

/** Returns the parts of the page of a code channel; empty ones for another channel. */
export function codeChannelParts(
  { rows }: ChatContext,
  { channelId, tab, urlOf, surface }: CodeChannelPage,
): CodeChannelParts {
  const channel = rows.codeChannels.get(channelId)
  if (channel === undefined) return { bar: null, content: null }
  const views = rows.codeChannelViews.list('byChannel', channelId)
  const open = views.find(({ id }) => id === tab)
  const tabLink = (name: string, id: string | undefined): Html =>
    html`<a href="${urlOf(id)}" ${open?.id === id && html` aria-current="page"`}>${name}</a> `
  const bar = html`${
    channel.contextBarItems.length > 0 &&
    html`<div class="row bar-items" role="group" aria-label="Context">
      ${channel.contextBarItems.map((item) => barItem(channelId, item))}
    </div>`
  }
  ${
    views.length > 0 &&
    html`<nav class="row tabs" aria-label="Tabs">
      ${tabLink('Messages', undefined)}${views.map(({ id, label }) => tabLink(label, id))}
    </nav>`
  }`
  return { bar, content: open === undefined ? null : tabContent(rows, open, surface) }
}

/** Returns an item of the context bar: a button for an action, and words or a link for anything else. */
function barItem(channelId: string, { key, label, url, type }: ContextBarItem): Html {
  if (url !== null) return html`<span class="badge">${link(url, label)}</span> `
  if (type === 'info') return html`<span class="badge">${label}</span> `
  return html`<button type="button" class="button" data-bar="${key}" data-channel="${channelId}">${label}</button> `
}

function tabContent(rows: ChatContext['rows'], view: CodeChannelView, surface: Surface): Html {
  return html`<section class="tab" aria-label="${view.label}">${contentOf(rows, view, surface)}</section>`
}

function contentOf(rows: ChatContext['rows'], view: CodeChannelView, surface: Surface): Part {
  const text = Buffer.from(rows.fileContents.get(view.fileId ?? '') ?? []).toString('utf8')
  switch (view.kind) {
    case 'html':
      return html`<iframe sandbox title="${view.label}" srcdoc="${text}"></iframe>`
    case 'diff':
      return html`<pre class="scroll">${text}</pre>`
    case 'block_kit':
      return blocks(surface, view.blocks)
    case 'canvas': {
      const canvas = rows.canvases.get(view.fileId)
      return canvas === undefined ? html`<p class="soft">The canvas is deleted.</p>` : canvasHtml(rows, canvas)
    }
    case 'pull_request':
      return link(scalar(view.extra['pr_url']), view.label)
  }
}
