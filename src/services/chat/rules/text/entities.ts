// The vendor's text format. https://docs.slack.dev/messaging/formatting-message-text

/** Escapes the three characters that have a meaning in the vendor's texts. */
export function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** Reverses {@link escapeText}. */
export function unescapeText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

/**
 * A part in angle brackets, without them: `@U024BE7LH`, `#C024BE7LR|general`, `!here`, `https://example.test|a link`.
 */
export type Entity =
  | { readonly kind: 'user'; readonly id: string }
  | { readonly kind: 'channel'; readonly id: string }
  | { readonly kind: 'usergroup'; readonly id: string }
  | { readonly kind: 'broadcast'; readonly range: 'here' | 'channel' | 'everyone' }
  | {
      readonly kind: 'date'
      readonly timestamp: number
      readonly format: string
      readonly url: string | null
      readonly fallback: string
    }
  | { readonly kind: 'link'; readonly url: string; readonly text: string | null }

/** Returns the entity that a part in angle brackets is. */
export function entityOf(part: string): Entity {
  const bar = part.indexOf('|')
  const target = bar < 0 ? part : part.slice(0, bar)
  const label = bar < 0 ? null : part.slice(bar + 1)
  if (target.startsWith('@')) return { kind: 'user', id: target.slice(1) }
  if (target.startsWith('#')) return { kind: 'channel', id: target.slice(1) }
  const range = target.slice(1)
  if (target.startsWith('!subteam^')) return { kind: 'usergroup', id: target.slice('!subteam^'.length) }
  if (target === '!here' || target === '!channel' || target === '!everyone')
    return { kind: 'broadcast', range: range as 'here' | 'channel' | 'everyone' } // one of the three
  if (target.startsWith('!date^')) {
    const [, timestamp = '', format = '', url] = target.split('^')
    return { kind: 'date', timestamp: Number(timestamp), format, url: url ?? null, fallback: label ?? '' }
  }
  return { kind: 'link', url: target, text: label }
}

const ENTITY = /<([^<>\n]+)>/g

/** Returns the ids of the people whom a text mentions, each once, in order. */
export function mentionedUsers(text: string): readonly string[] {
  const ids = [...text.matchAll(ENTITY)].flatMap(([, part = '']) => {
    const entity = entityOf(part)
    return entity.kind === 'user' ? [entity.id] : []
  })
  return [...new Set(ids)]
}

/** Returns the URLs to which a text links, each once, in order. */
export function linkedUrls(text: string): readonly string[] {
  const urls = [...text.matchAll(ENTITY)].flatMap(([, part = '']) => {
    const entity = entityOf(part)
    return entity.kind === 'link' && /^https?:/.test(entity.url) ? [unescapeText(entity.url)] : []
  })
  return [...new Set(urls)]
}

/** The names and ids of one workspace. Each function returns undefined for an unknown name or id. */
export interface Names {
  userId(name: string): string | undefined
  channelId(name: string): string | undefined
  userName(id: string): string | undefined
  channelName(id: string): string | undefined
  usergroupId(handle: string): string | undefined
  usergroupHandle(id: string): string | undefined
}

/**
 * Puts bare URLs and addresses into angle brackets, as the vendor does with every text: `<https://example.test>`,
 * `<mailto:a@example.test|a@example.test>`, `<http://www.example.test|www.example.test>`.
 */
export function linkUrls(text: string): string {
  return text.replace(LINKABLE, (found) => {
    if (/^https?:/.test(found)) return `<${found}>`
    if (found.startsWith('www.')) return `<http://${found}|${found}>`
    return /^[<`]/.test(found) ? found : `<mailto:${found}|${found}>`
  })
}

const LINKABLE =
  /<[^<>\n]+>|`[^`\n]*`|(?<![\w/.:@-])www\.[\w-]{1,63}\.[\w-](?:[^\s<>|"']*[^\s<>|"'.,;:!?)\]}])?|(?<![\w/])https?:\/\/[^\s<>|"']*[^\s<>|"'.,;:!?)\]}]|(?<![\w.+/:@-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}(?![\w@-])/g

/**
 * Escapes what an app has not: `&` that begins no entity, and brackets around anything but a mention or a link. The
 * labels of mentions go away, as the vendor keeps their ids alone: `<@U024BE7LH|bob>` becomes `<@U024BE7LH>`.
 */
export function normalizeText(text: string): string {
  return text.replace(/<([^<>\n]*)>|[<>]|&(?!(?:amp|lt|gt);)/g, (found, part?: string) => {
    if (part === undefined) return escapeText(found)
    return REFERENCE.test(part) ? `<${withoutLabel(part)}>` : `&lt;${escapeAmpersands(part)}&gt;`
  })
}

/** The part in the brackets of a mention or a link. */
const REFERENCE = /^(?:@[A-Z0-9]{2,}|#[A-Z0-9]{2,}|!\S|[a-z][a-z0-9+.-]*:[^\s])/

function withoutLabel(part: string): string {
  if (/^(?:@|!subteam\^|!(?:here|channel|everyone|group)\b)/.test(part))
    return part.replace(/\|.*$/, '').replace(/^!group$/, '!channel')
  return part.startsWith('!') || part.startsWith('#') ? part : escapeAmpersands(part)
}

function escapeAmpersands(text: string): string {
  return text.replaceAll(/&(?!(?:amp|lt|gt);)/g, '&amp;')
}

/**
 * Resolves the names that a person types: `@bob` becomes `<@U024BE7LH>`, `#general` becomes `<#C024BE7LR>`, `@here`
 * becomes `<!here>`, `@oncall` becomes the user group with that handle. Unknown names and text in angle brackets stay
 * unchanged.
 */
export function resolveNames(text: string, names: Names): string {
  return text.replace(
    /<[^<>\n]+>|(?<![\w&;])([@#])([\p{L}\p{N}][\p{L}\p{N}._-]*)/gu,
    (found, sign?: string, name?: string) => {
      if (sign === undefined || name === undefined) return found
      // The dot at the end of a sentence is no part of a name.
      for (const known of [name, name.replace(/[._-]+$/, '')]) {
        const resolved = sign === '#' ? channelEntity(known, names) : userEntity(known, names)
        if (resolved !== undefined) return resolved + found.slice(1 + known.length)
      }
      return found
    },
  )
}

function channelEntity(name: string, names: Names): string | undefined {
  const id = names.channelId(name)
  return id === undefined ? undefined : `<#${id}>`
}

function userEntity(name: string, names: Names): string | undefined {
  if (name === 'here' || name === 'channel' || name === 'everyone') return `<!${name}>`
  const id = names.userId(name)
  if (id !== undefined) return `<@${id}>`
  const group = names.usergroupId(name)
  return group === undefined ? undefined : `<!subteam^${group}>`
}

/** Returns a text as a person reads it: `<@U024BE7LH>` is `@bob`, `<https://example.test|a link>` is `a link`. */
export function readableText(text: string, names: Names): string {
  return unescapeText(
    text.replace(ENTITY, (_found, part: string) => {
      const entity = entityOf(part)
      switch (entity.kind) {
        case 'user':
          return `@${names.userName(entity.id) ?? entity.id}`
        case 'channel':
          return `#${names.channelName(entity.id) ?? entity.id}`
        case 'usergroup':
          return `@${names.usergroupHandle(entity.id) ?? entity.id}`
        case 'broadcast':
          return `@${entity.range}`
        case 'date':
          return entity.fallback
        case 'link':
          return entity.text ?? entity.url.replace(/^mailto:/, '')
      }
    }),
  )
}
