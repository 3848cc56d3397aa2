import { decodeHTMLAttribute, escapeAttribute } from 'entities'

// The tags and attributes that the vendor leaves in HTML which users write.
// https://github.com/github/markup#github-markup

const TAGS = new Set(
  (
    'h1 h2 h3 h4 h5 h6 br b i strong em a pre code img tt div ins del sup sub p picture source ol ul table thead tbody ' +
    'tfoot blockquote dl dt dd kbd q samp var hr ruby rt rp li tr td th s strike summary details caption figure ' +
    'figcaption abbr bdo cite dfn mark small span time wbr'
  ).split(' '),
)

/** Attributes that every tag may have. */
const ATTRIBUTES = new Set(
  (
    'abbr align alt border cellpadding cellspacing clear color cols colspan compact coords datetime dir headers height ' +
    'hreflang label lang open progress role rows rowspan rules scope shape size span start summary tabindex title type ' +
    'valign value vspace width'
  ).split(' '),
)

const OWN_ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  a: ['href'],
  blockquote: ['cite'],
  del: ['cite'],
  img: ['src', 'longdesc', 'loading'],
  ins: ['cite'],
  q: ['cite'],
  source: ['srcset', 'media'],
}

const SCHEMES = /^(?:https?|mailto|xmpp|irc|ircs|github-windows|github-mac):/i

const TAG = /<(\/?)([a-z][a-z\d-]*)((?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/?)>/gi
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g

/** Matches what is removed with all of its content: comments, and elements whose content is no text. */
const WITHOUT_CONTENT =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|textarea|title|iframe|math|noscript|svg|xmp)\b[\s\S]*?(?:<\/\1\s*>|$)/gi

/**
 * Returns HTML that a user wrote with the tags and attributes that the vendor allows; what stands between other tags
 * stays as text. An `id` and a `name` begin with `user-content-` then, so that they are none of the page's own.
 */
export function sanitizedHtml(html: string): string {
  const rest = html.replaceAll(WITHOUT_CONTENT, '')
  let written = ''
  let end = 0
  for (const { index, 0: text, 1: slash = '', 2: name = '', 3: attributes = '' } of rest.matchAll(TAG)) {
    written += looseText(rest.slice(end, index)) + tagText(slash, name.toLowerCase(), attributes)
    end = index + text.length
  }
  return written + looseText(rest.slice(end))
}

/** Returns whether a link may lead to a URL: a relative one, or one with a scheme that runs nothing. */
export function isSafeUrl(url: string): boolean {
  // Browsers ignore control characters and spaces before and within a scheme.
  // oxlint-disable-next-line no-control-regex -- these are the characters
  const plain = url.replaceAll(/[\u0000-\u0020\u007f]/g, '')
  return SCHEMES.test(plain) || !/^[^/?#]*:/.test(plain)
}

function tagText(slash: string, name: string, attributes: string): string {
  if (!TAGS.has(name)) return ''
  if (slash !== '') return `</${name}>`
  const kept = [...attributes.matchAll(ATTRIBUTE)].map(([, key = '', quoted, single, bare]) =>
    attributeText(name, key.toLowerCase(), decodeHTMLAttribute(quoted ?? single ?? bare ?? '')),
  )
  return `<${name}${kept.join('')}>`
}

function attributeText(tag: string, key: string, value: string): string {
  if (key === 'id' || key === 'name')
    return ` ${key}="user-content-${escapeAttribute(value.replace(/^user-content-/, ''))}"`
  if (ATTRIBUTES.has(key)) return ` ${key}="${escapeAttribute(value)}"`
  if (OWN_ATTRIBUTES[tag]?.includes(key) !== true || !isSafeUrl(value)) return ''
  return ` ${key}="${escapeAttribute(value)}"${key === 'href' ? ' rel="nofollow"' : ''}`
}

/** Escapes what is no tag, but leaves references such as `&amp;`. */
function looseText(text: string): string {
  return text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
