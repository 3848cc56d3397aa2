import type { Content } from './links.ts'
import { plainText } from './plain-text.ts'

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
 * of digits are joined (`123 456` becomes `123456`), groups of letters stay as they are (`ABCD-EFGH`).
 */
export function codesOf({ subject, html, text }: Content & { readonly subject: string }): string[] {
  const body = text === null || text.trim() === '' ? plainText(html ?? '') : text
  return [...new Set([...codesIn(subject), ...codesIn(body)])]
}

function codesIn(content: string): string[] {
  // URLs and email addresses contain digits and letters that are no codes.
  const text = content.replaceAll(/\b[a-z][a-z0-9+.-]*:\/\/\S+|\S+@\S+|\bwww\.\S+/gi, ' ')
  const announced = spans(text, ANNOUNCES).filter(
    ({ start }) => !OTHER_CODES.test(text.slice(Math.max(0, start - 20), start)),
  )
  const hinted = [...announced, ...spans(text, HINTS)]
  const phones = [...text.matchAll(/\+?\(?\d[\d ().-]{7,}\d/g)]
    .filter(([phone]) => (phone.match(/\d/g)?.length ?? 0) > 8)
    .map(({ index, 0: phone }) => ({ start: index, end: index + phone.length }))
  const candidates = [...text.matchAll(CANDIDATE)].flatMap(({ index, 0: written }) => {
    const at = { start: index, end: index + written.length }
    const words = written.replaceAll(/\D/g, '').length >= 6 ? hinted : announced
    if (phones.some((phone) => phone.start < at.end && at.start < phone.end) || !isCode(text, written, at, words))
      return []
    const code = /^[\d -]+$/.test(written) ? written.replaceAll(/\D/g, '') : written
    return [{ code, putForward: isAlone(text, at) || isStated(text, at, words) }]
  })
  // When another code stands alone or directly after its announcement, a short number inside a sentence is usually part
  // of a postal address.
  const codes = candidates
    .filter(
      ({ code, putForward }) => putForward || !/^\d{4,5}$/.test(code) || !candidates.some((each) => each.putForward),
    )
    .map(({ code }) => code)
  // When there is a code with digits, a word in capitals is a heading.
  const numbered = codes.filter((code) => /\d/.test(code))
  return numbered.length > 0 ? numbered : codes
}

function spans(text: string, words: RegExp): Span[] {
  return [...text.matchAll(words)].map(({ index, 0: word }) => ({ start: index, end: index + word.length }))
}

function isCode(text: string, candidate: string, at: Span, announced: readonly Span[]): boolean {
  const before = text.slice(Math.max(0, at.start - 24), at.start)
  if (MEASURED.test(text.slice(at.end, at.end + 12)) || NUMBERED.test(before)) return false
  if (nearby(at, announced).length === 0) return false
  const stated = isStated(text, at, announced)
  const alone = isAlone(text, at)
  const digits = /\d/.test(candidate)
  if (/^(?:19|20)\d\d$/.test(candidate)) return stated || alone
  if (!digits) return candidate === candidate.toUpperCase() && (stated || alone)
  // A word with a number, such as `step2` or `auth0`, is a code only when it stands alone or directly after its
  // announcement.
  return /^[\d -]+$/.test(candidate) || candidate === candidate.toUpperCase() || stated || alone
}

function nearby(at: Span, announced: readonly Span[]): Span[] {
  return announced.filter((word) => at.start - word.end <= REACH && word.start - at.end <= REACH && apart(word, at))
}

function isStated(text: string, at: Span, announced: readonly Span[]): boolean {
  return nearby(at, announced).some((word) => announcesDirectly(text.slice(word.end, at.start)))
}

/** True when only small words stand between the announcing word and the code: `code is:`, `code for Acme:`. */
function announcesDirectly(between: string): boolean {
  return (
    /^(?:\s*(?:is|ist|lautet|est|es|è|to [a-z ]{1,30}|for [\p{L} ]{1,30}))?\s*[:：-]?\s*$/iu.test(between) &&
    between.trim() !== '-'
  )
}

function isAlone(text: string, { start, end }: Span): boolean {
  const from = text.lastIndexOf('\n', start - 1) + 1
  const to = text.indexOf('\n', end)
  return (
    /^[\s*_>"'“”]*$/u.test(text.slice(from, start)) && /^[\s*_"'“”.]*$/u.test(text.slice(end, to < 0 ? undefined : to))
  )
}

function apart(one: Span, other: Span): boolean {
  return one.end <= other.start || other.end <= one.start
}
