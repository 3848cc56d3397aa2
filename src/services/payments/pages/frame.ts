import { createHash } from 'node:crypto'
import type { Answer } from '#core/answer.ts'
import { html, trusted, type Part } from '#pages/html.ts'

/** The parts of a document that stands in a frame of an application's page. */
export interface FrameDocument {
  readonly title: string
  /** A constant: it is not escaped. */
  readonly style: string
  /** A constant: it is not escaped. */
  readonly script: string
  readonly content: Part
  /** The emulator's clock, in epoch milliseconds, for the script. */
  readonly now: number
  /** True when the document frames pages of the same origin. Default: false */
  readonly frames?: boolean
}

const source = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Returns a document for a frame. Any page may frame it: which pages may reach the emulator at all is decided for every
 * request, by their origin. The document loads nothing, and its script reaches only the emulator.
 */
export function frameDocument({ title, style, script, content, now, frames = false }: FrameDocument): Answer {
  const policy = [
    "default-src 'none'",
    `style-src ${source(style)}`,
    `script-src ${source(script)}`,
    "connect-src 'self'",
    ...(frames ? ["frame-src 'self'"] : []),
    "form-action 'none'",
    "base-uri 'none'",
  ].join('; ')
  const body = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <title>${title}</title>
        ${trusted(`<style>${style}</style>`)}
      </head>
      <body data-now="${now}">
        ${content} ${trusted(`<script>${script}</script>`)}
      </body>
    </html> `
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
    body: body.toString(),
  }
}
