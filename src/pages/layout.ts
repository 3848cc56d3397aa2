import { createHash } from 'node:crypto'
import type { Answer } from '../core/answer.ts'
import { FILTER } from './filter.ts'
import { html, trusted, type Html, type Part } from './html.ts'
import { STYLE } from './style.ts'

/** Which service a page belongs to. */
export interface Service {
  /** `codehost` */
  readonly id: string
  /** What it speaks like: `GitHub REST API`. */
  readonly title: string
}

/** What a page consists of, beside what all have. */
export interface Page {
  readonly service: Service
  /** Of the window. */
  readonly title: string
  readonly content: Part
  /** Whether the page has a list of people to filter. */
  readonly filter?: boolean
  /** Default: 200 */
  readonly status?: number
}

const style = trusted(`<style>${STYLE}</style>`)
const script = trusted(`<script type="module">${FILTER}</script>`)

const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Nothing but our own style and script, known by their hashes. There is no `form-action`: browsers hold it against the
 * redirects that follow a form, and those lead to the application and wherever it goes on to.
 */
const POLICY = [
  "default-src 'none'",
  `style-src ${source(STYLE)}`,
  `script-src ${source(FILTER)}`,
  'img-src data:',
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A whole page, not to be kept by anyone. */
export function page({ service, title, content, filter = false, status = 200 }: Page): Answer {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
    body: document(service, title, content, filter).toString(),
  }
}

function document(service: Service, title: string, content: Part, filter: boolean): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} · ${service.id}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        ${style}
      </head>
      <body>
        <header><b>backlot</b><span>${service.id}</span></header>
        <main>${content}</main>
        <footer>
          A stand-in for the ${service.title}, for tests. No real account is involved, and no password is asked.
        </footer>
        ${filter && script}
      </body>
    </html> `
}
