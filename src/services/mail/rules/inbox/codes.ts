import type { Content } from './links.ts'
import type { HtmlContent } from './html-content.ts'
import { textOf } from './plain-text.ts'

/** Words that announce a one-time code. */
const ANNOUNCES =
  /(?<![\p{L}])(?:(?:pass|one-time |security |(?:bestätigungs|verifizierungs|verifikations|sicherheits|anmelde|zugangs|einmal|login|inlog|verificatie|bevestigings|beveiligings|toegangs))?codes?|otp|2fa|m?tan|pin|passwor[dt]|token|verification|verify|código|codigo|codice|kode?|koodi|код|κωδικός)(?![\p{L}])|验证码|驗證碼|認証コード|確認コード|인증/giu

/** Words that announce a code only when it has six or more digits, because they are frequent beside other numbers. */
const HINTS = /(?<![\p{L}])(?:confirm(?:ation)?|(?:log|sign)[ -]?in)(?![\p{L}])/giu

/** Words before `code` that make it another kind of code, such as a postal code. */
const OTHER_CODES =
  /(?:zip|post(?:al)?|area|country|dial(?:l?ing)?|promo(?:tion(?:al)?)?|discount|coupon|voucher|gift|referral|invite|error|status|source|qr|bar|tracking|order|sort|swift|tax)[ -]?$/i

/** Words directly before a number that make it something else, such as an order number. */
const NUMBERED =
  /(?:#|№|\b(?:no|nr|number|order|invoice|ticket|case|ref|reference|account|room|suite|box|street|version|since|in|of|until|year|ext)\b)[.:]?[ #]*$/i

/** Words directly after a number that make it a quantity. */
const MEASURED =
  /^\s*(?:%|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|ms|[kmg]b|px|points?|items?|users?|people|times|credits|(?:usd|eur|gbp|chf|jpy|cad|aud|dollars?|euros?|pounds?)\b|[$€£¥₹])/i

/**
 * Text with the form of a code, between characters that cannot be part of one; digits may be in groups or spaced one by
 * one.
 */
const CANDIDATE =
  /(?<![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}@#+/_.,:$€£¥₹=&-])(?<![$€£¥₹] )(?:\d(?: \d){3,7}|\d{3}[ -]\d{3}|\d{4}[ -]\d{4}|[A-Z]-\d{4,8}|[A-Z0-9]{3,4}-[A-Z0-9]{3,4}|[A-Za-z0-9]{4,8})(?![\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}@/_=&%$€£¥₹-])(?![.,:]\d)/gu

/** The largest distance between a code and the word that announces it, in characters. */
const REACH = 80

/** A range of positions in a text. */
interface Span {
  readonly start: number
  readonly end: number
}

/**
 * Returns the one-time codes of a message, each once, in the order of its subject and text. A code has four to eight
 * digits or letters near a word such as `code`, and is no year, price, phone number, quantity or order number. Groups
 * of digits are joined (`123 456` becomes `123456`), groups of letters stay as they are (`ABCD-EFGH`). `content` is the
 * message's HTML, if read already.
 */
export function codesOf(
  { subject, html, text }: Content & { readonly subject: string },
  content?: HtmlContent,
): string[] {
  const body = text === null || text.trim() === '' ? textOf({ html, text: null }, content) : text
  return [...new Set([...codesIn(subject), ...codesIn(body)])]
}

function codesIn(content: string): string[] {
  const text = content.replaceAll(/\S+/g, withoutAddress)
  const announced = spans(text, ANNOUNCES).filter(
    ({ start }) => !OTHER_CODES.test(text.slice(Math.max(0, start - 20), start)),
  )
  const hinted = [...announced, ...spans(text, HINTS)].sort((one, other) => one.start - other.start)
  if (hinted.length === 0) return []
  const phones = [...text.matchAll(/\+?\(?\d[\d ().-]{7,}\d/g)]
    .filter(([phone]) => (phone.match(/\d/g)?.length ?? 0) > 8)
    .map(({ index, 0: phone }) => ({ start: index, end: index + phone.length }))
  const candidates = [...text.matchAll(CANDIDATE)].flatMap(({ index, 0: written }) => {
    if (isLowerCaseWord(written)) return []
    const at = { start: index, end: index + written.length }
    const words = nearby(at, written.replaceAll(/\D/g, '').length >= 6 ? hinted : announced)
    if (words.length === 0 || within(phones, at.start, at.end).length > 0) return []
    const isDirect = isAlone(text, at) || words.some((word) => announcesDirectly(text, word, at))
    if (!isCode(text, written, at, isDirect)) return []
    const code = /^[\d -]+$/.test(written) ? written.replaceAll(/\D/g, '') : written
    return [{ code, isDirect }]
  })
  // When another code stands alone or directly after its announcement, a short number inside a sentence is usually part
  // of a postal address.
  const anyDirect = candidates.some(({ isDirect }) => isDirect)
  const codes = candidates
    .filter(({ code, isDirect }) => isDirect || !anyDirect || !/^\d{4,5}$/.test(code))
    .map(({ code }) => code)
  // When there is a code with digits, a word in capitals is a heading.
  const numbered = codes.filter((code) => /\d/.test(code))
  return numbered.length > 0 ? numbered : codes
}

/** Returns a word without the URL or email address in it, which contain digits and letters that are not codes. */
function withoutAddress(word: string): string {
  const at = word.indexOf('@')
  if (at > 0 && at < word.length - 1) return ' '
  const separator = word.indexOf('://')
  let start = separator
  while (start > 0 && /[a-z0-9+.-]/i.test(word[start - 1] ?? '')) start--
  if (separator > start) return `${word.slice(0, start)} `
  const www = word.toLowerCase().indexOf('www.')
  return www < 0 ? word : `${word.slice(0, www)} `
}

/** Returns the words of a text that the expression matches, in order. */
function spans(text: string, words: RegExp): Span[] {
  return [...text.matchAll(words)].map(({ index, 0: word }) => ({ start: index, end: index + word.length }))
}

function isLowerCaseWord(candidate: string): boolean {
  return !/\d/.test(candidate) && candidate !== candidate.toUpperCase()
}

function isCode(text: string, candidate: string, at: Span, isDirect: boolean): boolean {
  const before = text.slice(Math.max(0, at.start - 24), at.start)
  if (MEASURED.test(text.slice(at.end, at.end + 12)) || NUMBERED.test(before)) return false
  if (/^(?:19|20)\d\d$/.test(candidate)) return isDirect
  if (!/\d/.test(candidate)) return isDirect
  // A word with a number, such as `step2` or `auth0`, is a code only when it stands alone or directly after its
  // announcement.
  return /^[\d -]+$/.test(candidate) || candidate === candidate.toUpperCase() || isDirect
}

/** Returns the words that are near enough to announce a candidate and do not overlap it. */
function nearby(at: Span, announced: readonly Span[]): readonly Span[] {
  return within(announced, at.start - REACH, at.end + REACH).filter(
    (word) => word.end <= at.start || at.end <= word.start,
  )
}

/**
 * Returns the spans of an ordered list that touch a range. Spans of one list do not overlap, except those of words and
 * hints.
 */
function within(ordered: readonly Span[], start: number, end: number): readonly Span[] {
  let low = 0
  for (let high = ordered.length; low < high;) {
    const middle = (low + high) >> 1
    if ((ordered[middle]?.end ?? 0) < start) low = middle + 1
    else high = middle
  }
  let past = low
  while (past < ordered.length && (ordered[past]?.start ?? 0) <= end) past++
  return ordered.slice(low, past)
}

/** The longest text between a code and the word that announces it directly: `code for Acme:`. */
const LONGEST_PHRASE = 48

/**
 * True when only small words stand between the announcing word and the code (`code is:`, `code for Acme:`), and when
 * the word follows the code.
 */
function announcesDirectly(text: string, word: Span, code: Span): boolean {
  if (word.end > code.start) return true
  if (code.start - word.end > LONGEST_PHRASE) return false
  const between = text.slice(word.end, code.start)
  return (
    /^(?:\s*(?:is|ist|lautet|est|es|è|to [a-z ]{1,30}|for [\p{L} ]{1,30}))?\s*[:：-]?\s*$/iu.test(between) &&
    between.trim() !== '-'
  )
}

/** True when a line has nothing but the span, and quotes or marks around it. */
function isAlone(text: string, { start, end }: Span): boolean {
  let before = start
  while (before > 0 && /[^\S\n]|[*_>"'“”]/u.test(text[before - 1] ?? '')) before--
  if (before > 0 && text[before - 1] !== '\n') return false
  let after = end
  while (after < text.length && /[^\S\n]|[*_"'“”.]/u.test(text[after] ?? '')) after++
  return after === text.length || text[after] === '\n'
}
