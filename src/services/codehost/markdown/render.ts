import { ownMember } from '#core/objects.ts'
import { decodeHTMLStrict, escapeAttribute, escapeText } from 'entities'
import { Lexer, Marked, type RendererObject, type Tokens } from 'marked'
import { isSafeUrl, sanitizedHtml } from './sanitize.ts'

/** How a text becomes HTML. */
export interface MarkdownOptions {
  /** True for comments, where a line end is one: mode `gfm`. */
  readonly breaks: boolean
  /** Returns plain text as HTML, with links for what it refers to. Default: without links */
  readonly linked?: (text: string) => string
}

/** The scopes of the languages whose code the vendor highlights, by the names of fenced blocks. */
const SCOPES: Readonly<Record<string, string>> = {
  bash: 'source-shell',
  c: 'source-c',
  css: 'source-css',
  diff: 'source-diff',
  go: 'source-go',
  html: 'text-html-basic',
  java: 'source-java',
  javascript: 'source-js',
  js: 'source-js',
  json: 'source-json',
  python: 'source-python',
  ruby: 'source-ruby',
  rust: 'source-rust',
  sh: 'source-shell',
  shell: 'source-shell',
  sql: 'source-sql',
  toml: 'source-toml',
  ts: 'source-ts',
  typescript: 'source-ts',
  xml: 'text-xml',
  yaml: 'source-yaml',
  yml: 'source-yaml',
}

/** Quotations and lists within each other, more than anybody writes: the parser calls itself for each. */
const TOO_DEEP = /^[ \t]*(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)])[ \t]+){100}/m

/** Marks of emphasis in one block, more than anybody writes; the parser looks for the end of each in its rest. */
const MOST_MARKS = 1000

function hasTooManyMarks(text: string): boolean {
  return text.split(/\n[ \t]*\n/).some((block) => (block.match(/[*_]+(?=\S)/g)?.length ?? 0) > MOST_MARKS)
}

/**
 * Returns a text in GitHub Flavored Markdown as HTML: tables, task lists, strikethrough and links as the vendor writes
 * them, and of the HTML in it what the vendor allows. https://github.github.com/gfm/
 */
export function renderMarkdown(text: string, options: MarkdownOptions): string {
  if (TOO_DEEP.test(text) || hasTooManyMarks(text)) return `<p>${escapeText(text)}</p>\n`
  const marked = new Marked({ gfm: true, breaks: options.breaks, renderer: rendererOf(options) })
  return marked.parse(text, { async: false })
}

function rendererOf({ linked = escapeText, breaks }: MarkdownOptions): RendererObject {
  return { ...blockRenderer(breaks), ...inlineRenderer(linked) }
}

/** The icons of alerts, such as `[!NOTE]`, by their words. */
const ALERTS: Readonly<Record<string, string>> = {
  note: 'info',
  tip: 'light-bulb',
  important: 'report',
  warning: 'alert',
  caution: 'stop',
}

function blockRenderer(breaks: boolean): RendererObject {
  const slugs = new Map<string, number>()
  return {
    heading({ tokens, depth, text }) {
      const id = newSlug(slugs, text)
      const label = escapeAttribute(`Permalink: ${plainText(text)}`)
      return (
        `<div class="markdown-heading"><h${depth} class="heading-element">${this.parser.parseInline(tokens)}</h${depth}>` +
        `<a id="user-content-${id}" class="anchor" aria-label="${label}" href="#${id}">` +
        '<span aria-hidden="true" class="octicon octicon-link"></span></a></div>\n'
      )
    },
    blockquote({ text, tokens }) {
      const [whole = '', word = ''] = /^\[!(\w+)\][ \t]*(?:\n|$)/.exec(text) ?? []
      const icon = ownMember(ALERTS, word.toLowerCase())
      if (icon === undefined) return `<blockquote>\n${this.parser.parse(tokens)}</blockquote>\n`
      const content = this.parser.parse(Lexer.lex(text.slice(whole.length), { gfm: true, breaks }))
      return alertHtml(word.toLowerCase(), icon, content)
    },
    code({ text, lang = '' }) {
      const name = /^\S*/.exec(lang)?.[0] ?? ''
      const scope = ownMember(SCOPES, name.toLowerCase())
      if (scope !== undefined) return `<div class="highlight highlight-${scope}"><pre>${escapeText(text)}</pre></div>\n`
      const attribute = name === '' ? '' : ` lang="${escapeAttribute(name)}"`
      return `<pre${attribute}><code>${escapeText(text)}\n</code></pre>\n`
    },
    list(token) {
      const isTaskList = token.items.some(({ task }) => task)
      const tag = token.ordered ? 'ol' : 'ul'
      const start = token.ordered && token.start !== 1 ? ` start="${token.start}"` : ''
      const items = token.items.map((item) => this.listitem(item)).join('')
      return `<${tag}${start}${isTaskList ? ' class="contains-task-list"' : ''}>\n${items}</${tag}>\n`
    },
    listitem(item) {
      const content = this.parser.parse(item.tokens).replace(/\n+$/, '')
      return `<li${item.task ? ' class="task-list-item"' : ''}>${content}</li>\n`
    },
    checkbox: ({ checked }) =>
      `<input type="checkbox" id="" disabled="" class="task-list-item-checkbox"${checked ? ' checked=""' : ''}> `,
  }
}

function alertHtml(word: string, icon: string, content: string): string {
  const title = word.charAt(0).toUpperCase() + word.slice(1)
  const svg = `<svg class="octicon octicon-${icon} mr-2" viewBox="0 0 16 16" version="1.1" width="16" height="16" aria-hidden="true"></svg>`
  return (
    `<div class="markdown-alert markdown-alert-${word}"><p class="markdown-alert-title">${svg}${title}</p>` +
    `${content}</div>\n`
  )
}

function inlineRenderer(linked: (text: string) => string): RendererObject {
  let isInLink = false
  return {
    codespan: ({ text }) => `<code>${escapeText(text)}</code>`,
    html: ({ raw }) => sanitizedHtml(raw),
    link({ href, title, tokens }) {
      isInLink = true
      const content = this.parser.parseInline(tokens)
      isInLink = false
      const url = decodeHTMLStrict(href)
      if (!isSafeUrl(url)) return content
      const isOutside = /^[a-z][a-z\d+.-]*:/i.test(url)
      return `<a href="${escapeAttribute(url)}"${titleOf(title)}${isOutside ? ' rel="nofollow"' : ''}>${content}</a>`
    },
    image({ href, title, text }) {
      const [url, words] = [decodeHTMLStrict(href), decodeHTMLStrict(text)]
      if (!isSafeUrl(url)) return escapeText(words)
      const [source, alt] = [escapeAttribute(url), escapeAttribute(words)]
      const image = `<img src="${source}" alt="${alt}"${titleOf(title)} style="max-width: 100%;">`
      return isInLink ? image : `<a target="_blank" rel="noopener noreferrer" href="${source}">${image}</a>`
    },
    text(token) {
      if (isWithParts(token)) return this.parser.parseInline(token.tokens)
      const words = decodeHTMLStrict(token.text)
      return isInLink ? escapeText(words) : linked(words)
    },
  }
}

type TokenWithParts = Tokens.Text & { readonly tokens: NonNullable<Tokens.Text['tokens']> }

function isWithParts(token: Tokens.Text | Tokens.Escape): token is TokenWithParts {
  return 'tokens' in token && token.tokens !== undefined
}

function titleOf(title: string | null | undefined): string {
  return title ? ` title="${escapeAttribute(decodeHTMLStrict(title))}"` : ''
}

/** Returns the id of a heading, another one for each heading of the same words. */
function newSlug(slugs: Map<string, number>, text: string): string {
  const slug = plainText(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
  const count = slugs.get(slug) ?? 0
  slugs.set(slug, count + 1)
  return count === 0 ? slug : `${slug}-${count}`
}

/** Returns the words of a heading without its marks. */
function plainText(text: string): string {
  return text.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*~]|<[^>]*>/g, '')
}
