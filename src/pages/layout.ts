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
  /** A style sheet of its own, after that of all pages. A constant of ours. */
  readonly style?: string
  /** A script of its own. A constant of ours. */
  readonly script?: string
  /** Where the form of the page leads beyond this server: an address of the application. */
  readonly leadsTo?: string
  /** The origin of the only application that may frame it. Default: nobody may */
  readonly framedBy?: string
  /** Whether it frames pages of the same origin. */
  readonly frames?: boolean
  /** Default: 200 */
  readonly status?: number
}

const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Nothing but our own style and script, known by their hashes; forms that go nowhere but here. Browsers hold `form-action`
 * against the redirects that follow a form too, and those lead to the application and wherever it goes on to: a page whose
 * form leads there allows the web and the application's own scheme, and still no script as an address.
 */
function policy(given: Omit<Page, 'service' | 'title' | 'content'>): string {
  const { style, script, frames = false, framedBy = "'none'", leadsTo } = given
  return [
    "default-src 'none'",
    `style-src ${[STYLE, ...(style === undefined ? [] : [style])].map(source).join(' ')}`,
    `script-src ${source(script ?? FILTER)}`,
    'img-src data:',
    ...(frames ? ["frame-src 'self'"] : []),
    `form-action ${["'self'", ...schemesTo(leadsTo)].join(' ')}`,
    "base-uri 'none'",
    `frame-ancestors ${framedBy}`,
  ].join('; ')
}

function schemesTo(address: string | undefined): string[] {
  if (address === undefined) return []
  const own = URL.canParse(address) ? new URL(address).protocol : 'https:'
  return [...new Set(['http:', 'https:', ...(['javascript:', 'data:'].includes(own) ? [] : [own])])]
}

/** A whole page, not to be kept by anyone. */
export function page(given: Page): Answer {
  const { filter = false, status = 200 } = given
  const script = given.script ?? (filter ? FILTER : undefined)
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(given),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      ...(given.framedBy === undefined ? { 'x-frame-options': 'DENY' } : {}),
    },
    body: document(given, script).toString(),
  }
}

function document({ service, title, content, style }: Page, script: string | undefined): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title} · ${service.id}</title>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="data:," />
        ${trusted(`<style>${STYLE}</style>`)} ${style !== undefined && trusted(`<style>${style}</style>`)}
      </head>
      <body>
        <header><b>backlot</b><span>${service.id}</span></header>
        <main>${content}</main>
        <footer>
          A stand-in for the ${service.title}, for tests. No real account is involved, and no password is asked.
        </footer>
        ${script !== undefined && trusted(`<script type="module">${script}</script>`)}
      </body>
    </html> `
}
