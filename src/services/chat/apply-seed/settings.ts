import { SeedProblem } from '#core/service.ts'
import type { ChatContext } from '#chat/call.ts'
import { newId } from '#chat/rules/new-id.ts'
import { createToken, findUser } from '#chat/rules/people.ts'
import type { Section } from '#chat/seed.ts'

/** Sets the custom fields of profiles, and adds the app configuration tokens. */
export function seedSettings(context: ChatContext, section: Section): void {
  const { rows } = context
  rows.profileFields.set(
    section.profile_fields.map(({ label, hint, type, possible_values: possibleValues, is_hidden: isHidden }) => ({
      id: newId(context, 'Xf'),
      label,
      hint,
      type,
      possibleValues,
      isHidden,
    })),
  )
  for (const [index, { token, refresh_token: refreshToken, user: name }] of section.config_tokens.entries()) {
    const user = findUser(context, name)
    if (user === undefined) {
      throw new SeedProblem(['config_tokens', index, 'user'], `no user is named ${JSON.stringify(name)}`)
    }
    if (rows.tokens.get(token) !== undefined) {
      throw new SeedProblem(['config_tokens', index, 'token'], `${token}: listed twice`)
    }
    createToken(context, { id: token, kind: 'config', userId: user.id, scopes: [] })
    if (refreshToken !== undefined) rows.configRefreshTokens.insert({ id: refreshToken, userId: user.id })
  }
}
