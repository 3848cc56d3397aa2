import type { Site } from '#oidc-d/call.ts'
import type { LinkDefinition, LinkSide } from '#oidc-d/schema.ts'

/** Returns a relationship that users can have. */
export function linkDefinitionJson({ origin }: Pick<Site, 'origin'>, { primary, associated }: LinkDefinition) {
  return {
    primary: sideJson(primary),
    associated: sideJson(associated),
    _links: { self: { href: `${origin}/api/v1/meta/schemas/user/linkedObjects/${encodeURIComponent(primary.name)}` } },
  }
}

function sideJson({ name, title, description }: LinkSide) {
  return { name, title, ...(description === null ? {} : { description }), type: 'USER' }
}

/** Returns a linked user, of whom the vendor shows a link only. */
export function linkedUserJson({ origin }: Pick<Site, 'origin'>, userId: string) {
  return { _links: { self: { href: `${origin}/api/v1/users/${userId}` } } }
}
