import { emojiCharacter } from '#chat/rules/text/emoji.ts'

/** Returns an emoji as the page shows it: its character, or its name between colons. */
export function emojiText(name: string): string {
  const [base = name, tone] = name.split('::skin-tone-')
  return emojiCharacter(base, tone === undefined ? undefined : Number(tone)) ?? `:${name}:`
}

/** Returns a plain text with its emoji shown. */
export function withEmoji(text: string): string {
  return text.replaceAll(/:([a-z0-9_+-]{1,60}(?:::skin-tone-[2-6])?):/g, (_, name: string) => emojiText(name))
}
