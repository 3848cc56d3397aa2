import type { User } from '#deployhost/schema.ts'

/** The answer of the userinfo endpoint. https://vercel.com/docs/sign-in-with-vercel/authorization-server-api */
export function userinfoJson({ id, email, name, username, avatar }: User) {
  return {
    sub: id,
    email,
    email_verified: true,
    name: name ?? username,
    preferred_username: username,
    picture: pictureUrl(username, avatar),
  }
}

/** Returns the vendor's URL of an avatar. */
function pictureUrl(username: string, avatar: string | null): string {
  return `https://api.vercel.com/www/avatar/${avatar ?? `?u=${encodeURIComponent(username)}`}`
}
