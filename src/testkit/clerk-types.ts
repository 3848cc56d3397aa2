import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { typeProblems } from './published-types.ts'

const require = createRequire(import.meta.url)

/** The vendor's clients by the name under which they are installed. */
export type ClerkPackage = '@clerk/backend' | 'clerk-backend-2' | 'clerk-backend-1'

/** The interfaces of objects whose declarations have no member `object`, by its value in answers. */
const UNNAMED: Readonly<Record<string, string>> = { organization_invitation: 'OrganizationInvitationJSON' }

/** An interface that names the object of another: a sign-in has the `object` of a sign-in token. */
const MISNAMED = 'SignInJSON'

/** Members that the vendor's description allows to be absent or null, where the interfaces require a value. */
const OPTIONAL: readonly RegExp[] = [
  // https://clerk.com/docs/reference/backend-api: a verification, a link and public data have no id of their own.
  /\.(?:verification|linked_to\.\*|public_user_data|public_organization_data|latest_activity)\.(?:id|object)/,
  /\.verifications\.(?:email_address|phone_number|web3_wallet|external_account)(?:\.| is null)/,
  // Null without an active organization, a creator or an invitation.
  /\.(?:last_active_organization_id|created_by|invitation_id) is null/,
  // The description declares these nullable: https://github.com/clerk/openapi-specs
  /\.backup_codes is null|^role\.description is null|^domain\.proxy_url is null|^oauth_access_token\.expires_at is null/,
  /^organization_domain\.verification\./,
  // Only a token that has just been made is answered with its text.
  /^sign_in_token\.(?:token|url) is missing/,
  // A user is answered without the memberships:
  // https://clerk.com/docs/reference/backend-api/tag/users/GET/users/{user_id}
  /^user\.organization_memberships is missing/,
  // No version of the published description has it: https://github.com/clerk/openapi-specs
  /^user\.timezone is missing/,
]

interface Published {
  readonly checker: ts.TypeChecker
  readonly types: ReadonlyMap<string, ts.Type>
}

const loaded = new Map<ClerkPackage, Published>()

/**
 * Returns where an answer differs from the JSON interfaces that a version of the vendor's client publishes. Every
 * object in the answer is compared with the interface of its member `object`; objects without such an interface are
 * searched for others.
 */
export function clerkTypeProblems(name: ClerkPackage, answer: unknown): string[] {
  const published = publishedTypes(name)
  if (Array.isArray(answer)) return answer.flatMap((each) => clerkTypeProblems(name, each))
  if (typeof answer !== 'object' || answer === null) return []
  const { object } = answer as { readonly object?: unknown } // compared below
  const type = typeof object === 'string' ? published.types.get(object) : undefined
  if (type === undefined || 'deleted' in answer) {
    return Object.values(answer).flatMap((each) => clerkTypeProblems(name, each))
  }
  return typeProblems(published.checker, type, answer, { unknownMembers: 'ignored', missingMembers: 'problem' })
    .map((problem) => `${String(object)}${problem}`)
    .filter((problem) => !OPTIONAL.some((pattern) => pattern.test(problem)))
}

function publishedTypes(name: ClerkPackage): Published {
  const known = loaded.get(name)
  if (known !== undefined) return known
  const file = join(dirname(require.resolve(`${name}/package.json`)), 'dist/api/resources/JSON.d.ts')
  // The types of other files are those of single values, such as statuses; without them the program is made at once.
  const program = ts.createProgram([file], { noResolve: true, types: [], lib: ['lib.es5.d.ts'], strict: true })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (module === undefined) throw new Error(`${file} cannot be read`)
  const types = new Map<string, ts.Type>()
  for (const symbol of checker.getExportsOfModule(module)) {
    const kind = kindOf(checker, symbol)
    if (kind !== null && !types.has(kind)) types.set(kind, checker.getDeclaredTypeOfSymbol(symbol))
  }
  const published = { checker, types }
  loaded.set(name, published)
  return published
}

/** Returns the value of the member `object` of an exported interface; null for any other export. */
function kindOf(checker: ts.TypeChecker, symbol: ts.Symbol): string | null {
  if ((symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias)) === 0 || symbol.name === MISNAMED)
    return null
  const unnamed = Object.entries(UNNAMED).find(([, name]) => name === symbol.name)
  if (unnamed !== undefined) return unnamed[0]
  const property = checker.getPropertyOfType(checker.getDeclaredTypeOfSymbol(symbol), 'object')
  const type = property && checker.getTypeOfSymbol(property)
  return type?.isStringLiteral() === true ? type.value : null
}
