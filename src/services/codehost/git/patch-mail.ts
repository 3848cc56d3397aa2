import type { FileChange } from './changes.ts'
import { diffstat } from './diffstat.ts'
import { timeZone } from './objects.ts'
import type { Commit, GitSignature } from './objects.ts'
import { unifiedDiff } from './unified-diff.ts'
import { MINUTE } from '#core/duration.ts'

/** The numbering and signature of a mail. */
export interface PatchOptions {
  /** The position in a series, from 1. With `total` above 1, the subject shows both: `[PATCH 1/3]`. */
  number?: number
  total?: number
  /** The line below the closing `-- `; git's version by default. An empty text leaves both lines out. */
  signature?: string
}

const GIT_VERSION = '2.39.5'

/**
 * Returns a commit as a mail that `git am` applies, like `git format-patch --stdout`: headers, message, diffstat and
 * diff ({@link https://git-scm.com/docs/git-format-patch}). `changes` are the differences from the first parent's tree.
 * To make a series, join the mails by one more line end.
 */
export function formatPatch(commit: Commit, changes: readonly FileChange[], options: PatchOptions = {}): string {
  const { number = 1, total = 1, signature = GIT_VERSION } = options
  const width = String(total).length
  const prefix = total > 1 ? `[PATCH ${String(number).padStart(width, '0')}/${total}] ` : '[PATCH] '
  const [, title = '', body = ''] = /^\n*((?:(?!\n[ \t]*\n)[^])*)(?:\n[ \t]*\n)?([^]*)$/.exec(commit.message) ?? []
  const encoded = isAscii(commit.message)
    ? ''
    : 'MIME-Version: 1.0\nContent-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\n'
  const message = body.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
  const headers =
    `From ${commit.sha} Mon Sep 17 00:00:00 2001\nFrom: ${address(commit.author)}\n` +
    `Date: ${mailDate(commit.author)}\n${subject(
      prefix,
      title
        .trim()
        .split(/\s*\n\s*/)
        .join(' '),
    )}\n${encoded}\n`
  const stat = changes.length === 0 ? '' : `---\n${diffstat(changes)}\n${unifiedDiff(changes)}`
  const trailer = signature === '' ? '' : `-- \n${signature}\n\n`
  return `${headers}${message === '' ? '' : `${message}\n`}${stat}${trailer}`
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** Formats a time like `Mon, 1 Jan 2024 09:05:00 +0100`, in the signature's own time zone. */
function mailDate({ at, offset = 0 }: GitSignature): string {
  const local = new Date(at + offset * MINUTE)
  const day = `${DAYS[local.getUTCDay()]}, ${local.getUTCDate()} ${MONTHS[local.getUTCMonth()]}`
  return `${day} ${local.getUTCFullYear()} ${local.toISOString().slice(11, 19)} ${timeZone(offset)}`
}

function address({ name, email }: GitSignature): string {
  if (!isAscii(name)) return `${encodedWords(name, 'From: '.length, /[A-Za-z0-9!*+/-]/)} <${email}>`
  const quoted = /[()<>[\]:;@\\,."]/.test(name) ? `"${name.replaceAll(/["\\]/g, '\\$&')}"` : name
  return `${quoted} <${email}>`
}

/** The number of columns at which a subject line is folded. */
const FOLD = 78

function subject(prefix: string, title: string): string {
  const start = `Subject: ${prefix}`
  if (!isAscii(title)) return start + encodedWords(title, start.length, /[!->@-^`-~]/)
  let text = start
  let column = start.length
  for (const [index, word] of title.split(' ').entries()) {
    if (index > 0 && column + 1 + word.length > FOLD) {
      text += '\n'
      column = 0
    }
    const piece = index > 0 ? ` ${word}` : word
    text += piece
    column += piece.length
  }
  return text
}

const WORD_START = '=?UTF-8?q?'
const ENCODED_LINE = 76

/** Returns RFC 2047 encoded words, folded like git's. Characters that match `plain` are not encoded. */
function encodedWords(text: string, column: number, plain: RegExp): string {
  let result = WORD_START
  let length = column + WORD_START.length
  for (const character of text) {
    const encoded = plain.test(character)
      ? character
      : [...Buffer.from(character)].map((byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('')
    if (length + encoded.length + 2 > ENCODED_LINE) {
      result += `?=\n ${WORD_START}`
      length = WORD_START.length + 1
    }
    result += encoded
    length += encoded.length
  }
  return `${result}?=`
}
