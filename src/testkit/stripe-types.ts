import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'

// Holds the objects of answers, and the parameters of calls, against the types that the vendor publishes in a version
// of its SDK. The declarations are parsed, not compiled: an object is found by the value of its member `object`, so
// names need to be resolved within one file only.

const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** The SDKs by the name under which they are installed, with the folder of their types. */
const FOLDERS = {
  stripe: 'esm/resources',
  'stripe-22': 'esm/resources',
  'stripe-21': 'types',
  'stripe-20': 'types',
  'stripe-18': 'types',
  'stripe-17': 'types',
  'stripe-16': 'types',
  'stripe-14': 'types',
  'stripe-12': 'types',
  'stripe-8': 'types/2020-08-27',
} as const

/** The name under which an SDK is installed. */
export type StripePackage = keyof typeof FOLDERS

/**
 * The SDKs whose types must name every member of an answer. Others also accept members that newer types have, because
 * the vendor adds members to all versions.
 */
const COMPLETE: readonly StripePackage[] = ['stripe', 'stripe-22', 'stripe-21']

/** The kinds that name the ways to pay, which the vendor adds to all versions at once. */
const OF_ALL_VERSIONS: readonly string[] = ['payment_method_configuration']

/** Members that the type of a kind leaves to the types that extend it, by kind. */
const MEMBERS_OF_SUBTYPES: Readonly<Record<string, readonly string[]>> = {
  'v2.core.event': ['data', 'related_object'],
}

/** Members that the vendor's answers of 2025 and 2026 have in every version, and its types do not, by kind. */
const UNPUBLISHED: Readonly<Record<string, readonly string[]>> = {
  card: ['email', 'phone', 'wallet'],
  charge: ['destination', 'dispute', 'order', 'transaction_link_id'],
  confirmation_token: ['shared_payment_granted_token'],
  customer: ['default_currency'],
  dispute: ['balance_transaction'],
  ephemeral_key: ['associated_objects'],
  payment_intent: ['allowed_payment_method_types', 'managed_payments', 'shared_payment_granted_token'],
  payment_method: ['shared_payment_granted_token'],
  refund: ['customer', 'customer_account', 'payment_method'],
  subscription: ['plan', 'quantity'],
}

/** True for the answer to a deletion in the second version of the API, which has the object's kind and its id only. */
function isDeletedInV2(value: Members): boolean {
  return Object.keys(value).length === 2 && 'id' in value && String(value['object']).startsWith('v2.')
}

/** Declared names of one scope: a file, or a namespace in it. */
interface Scope {
  readonly parent: Scope | null
  readonly interfaces: ReadonlyMap<string, ts.InterfaceDeclaration>
  readonly aliases: ReadonlyMap<string, ts.TypeNode>
  readonly namespaces: ReadonlyMap<string, Scope>
}

interface Found {
  readonly declaration: ts.InterfaceDeclaration
  readonly scope: Scope
}

/** The published types of one version of the SDK. */
export interface StripeTypes {
  /**
   * Returns the differences between a value of an answer and the types: members that they lack, that are missing, or of
   * another type.
   */
  mismatches(value: unknown): readonly string[]
  /**
   * Returns the differences between the parameters of a call and their type: `subscriptions`,
   * `SubscriptionCreateParams`. A text has no differences: it is the id of a call without parameters.
   */
  parameterMismatches(resource: string, type: string, params: unknown): readonly string[]
}

const loaded = new Map<StripePackage, StripeTypes>()

/** Returns the published types of a version of the SDK. */
export function stripeTypes(name: StripePackage): StripeTypes {
  const before = loaded.get(name)
  if (before !== undefined) return before
  const types = load(name)
  loaded.set(name, types)
  return types
}

/** The files of a version's declarations, and the members in those files, by the kind of object. */
interface Contents {
  readonly files: ReadonlyMap<string, readonly string[]>
  readonly members: ReadonlyMap<string, ReadonlySet<string>>
}

const read = new Map<StripePackage, Contents>()

/** Returns the contents of a version's declarations, which are read once. */
function contentsOf(name: StripePackage): Contents {
  const before = read.get(name)
  if (before !== undefined) return before
  const files = new Map<string, string[]>()
  const members = new Map<string, Set<string>>()
  const folder = join(PACKAGES, name, FOLDERS[name])
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.d.ts')) continue
    const file = join(folder, path)
    const text = readFileSync(file, 'utf8')
    const kinds = Array.from(text.matchAll(/^[ \t]+object: '([\w.]+)';/gm), ([, kind = '']) => kind)
    if (kinds.length === 0) continue
    const names = Array.from(text.matchAll(/^[ \t]+(\w+)\??: /gm), ([, member = '']) => member)
    for (const kind of kinds) {
      files.set(kind, [...(files.get(kind) ?? []), file])
      members.set(kind, new Set([...(members.get(kind) ?? []), ...names]))
    }
  }
  const contents = { files, members }
  read.set(name, contents)
  return contents
}

function load(name: StripePackage): StripeTypes {
  const root = join(PACKAGES, name)
  const folder = join(root, FOLDERS[name])
  const shared = [join(root, 'esm', 'shared.d.ts'), join(folder, 'shared.d.ts')].flatMap((file) => {
    try {
      return [scopeOf(parse(file).statements, null)]
    } catch {
      return [] // only one of the two exists
    }
  })
  const { files: kinds } = contentsOf(name)
  const scopes = new Map<string, Scope>()
  const scopeOfFile = (file: string): Scope => {
    const scope = scopes.get(file) ?? scopeOf(parse(file).statements, null)
    scopes.set(file, scope)
    return scope
  }
  const found = new Map<string, readonly Found[]>()
  const find = (kind: string): readonly Found[] => {
    const known = found.get(kind) ?? (kinds.get(kind) ?? []).flatMap((file) => objectsOf(scopeOfFile(file), kind))
    found.set(kind, known)
    return known
  }
  const later = laterMembers(name)
  const isLater = COMPLETE.includes(name)
    ? (kind: string, member: string) => OF_ALL_VERSIONS.includes(kind) && later(kind, member)
    : later
  return {
    mismatches(value) {
      const problems: string[] = []
      new Checker(find, shared, problems, isLater).any(value, '')
      return problems
    },
    parameterMismatches(resource, type, params) {
      if (typeof params === 'string') return []
      const problems: string[] = []
      const declared = filesOf(folder, resource).flatMap((file) => interfacesNamed(scopeOfFile(file), type))
      const [first] = declared
      if (first === undefined) return [`there is no type ${type}`]
      new Checker(find, shared, problems, () => false).parameters(params, first)
      return problems
    },
  }
}

/** Returns the files of a resource's declarations: `checkout.sessions` is declared in `Checkout/Sessions`. */
function filesOf(folder: string, resource: string): readonly string[] {
  const path = resource.replaceAll(/(?<=^|\.)[a-z]/g, (letter) => letter.toUpperCase()).replaceAll('.', '/')
  return [`${path}.d.ts`, `${path}Resource.d.ts`].map((each) => join(folder, each)).filter((file) => existsSync(file))
}

/** Returns the interfaces of a scope, and of its namespaces, with a name. */
function interfacesNamed(scope: Scope, name: string): readonly Found[] {
  const declaration = scope.interfaces.get(name)
  const own = declaration === undefined ? [] : [{ declaration, scope }]
  return [...own, ...[...scope.namespaces.values()].flatMap((inner) => interfacesNamed(inner, name))]
}

/** The members of the type that the parameters of lists extend. */
const PAGINATION: readonly string[] = ['ending_before', 'limit', 'starting_after']

/**
 * Returns a function that tells whether newer types have a member in the file of a kind of object. The newest are asked
 * first, because they have nearly all members: most of the others are never read.
 */
function laterMembers(than: StripePackage): (kind: string, member: string) => boolean {
  const packages = Object.keys(FOLDERS) as StripePackage[] // from the newest on
  const newer = packages.slice(0, packages.indexOf(than))
  return (kind, member) => newer.some((name) => contentsOf(name).members.get(kind)?.has(member) === true)
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2022, false)
}

/**
 * Collects the declarations of statements. The wrappers `declare module 'stripe'` and `namespace Stripe` are no scopes.
 */
function scopeOf(statements: readonly ts.Statement[], parent: Scope | null): Scope {
  const interfaces = new Map<string, ts.InterfaceDeclaration>()
  const aliases = new Map<string, ts.TypeNode>()
  const namespaces = new Map<string, Scope>()
  // A file can declare a namespace in several parts.
  const parts = new Map<string, ts.Statement[]>()
  const scope: Scope = { parent, interfaces, aliases, namespaces }
  const collect = (each: ts.Statement): void => {
    if (ts.isInterfaceDeclaration(each)) interfaces.set(each.name.text, each)
    else if (ts.isTypeAliasDeclaration(each)) aliases.set(each.name.text, each.type)
    else if (ts.isModuleDeclaration(each) && each.body !== undefined && ts.isModuleBlock(each.body)) {
      if (each.name.text === 'stripe' || each.name.text === 'Stripe') each.body.statements.forEach(collect)
      else parts.set(each.name.text, [...(parts.get(each.name.text) ?? []), ...each.body.statements])
    }
  }
  statements.forEach(collect)
  for (const [name, body] of parts) namespaces.set(name, scopeOf(body, scope))
  return scope
}

/** Returns the interfaces of a scope, and of its namespaces, whose member `object` is the kind. */
function objectsOf(scope: Scope, kind: string): readonly Found[] {
  const own = [...scope.interfaces.values()]
    .filter((declaration) => literalOf(memberOf(declaration, 'object')?.type) === kind)
    .map((declaration) => ({ declaration, scope }))
  return [...own, ...[...scope.namespaces.values()].flatMap((inner) => objectsOf(inner, kind))]
}

function memberOf(declaration: ts.InterfaceDeclaration, name: string): ts.PropertySignature | undefined {
  return declaration.members.filter((each) => ts.isPropertySignature(each)).find((each) => nameOf(each) === name)
}

function nameOf({ name }: ts.PropertySignature): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) ? name.text : ''
}

function literalOf(type: ts.TypeNode | undefined): string | undefined {
  return type !== undefined && ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal)
    ? type.literal.text
    : undefined
}

type Members = Readonly<Record<string, unknown>>

function isHash(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

class Checker {
  readonly #find: (kind: string) => readonly Found[]
  readonly #shared: readonly Scope[]
  readonly #problems: string[]
  readonly #isLater: (kind: string, member: string) => boolean
  /** The kind of the object that is being checked. */
  #kind = ''

  constructor(
    find: (kind: string) => readonly Found[],
    shared: readonly Scope[],
    problems: string[],
    isLater: (kind: string, member: string) => boolean,
  ) {
    this.#find = find
    this.#shared = shared
    this.#problems = problems
    this.#isLater = isLater
  }

  /** Checks a value by its member `object`; lists item by item. */
  any(value: unknown, path: string): void {
    if (!isHash(value)) return
    const { object } = value
    // The lists of the second version of the API have no `object`.
    const isList = object === undefined && Array.isArray(value['data'])
    if (isList || object === 'list' || object === 'search_result') {
      for (const [index, each] of (value['data'] as unknown[]).entries()) this.any(each, `${path}data[${index}].`)
      return
    }
    if (typeof object !== 'string' || isDeletedInV2(value)) return
    const outer = this.#kind
    this.#kind = object
    this.#object(value, object, path)
    this.#kind = outer
  }

  /** Checks the parameters of a call. Those of lists extend a type of other files. */
  parameters(value: unknown, { declaration, scope }: Found): void {
    if (!isHash(value)) return
    const isList = declaration.heritageClauses !== undefined
    const own = Object.entries(value).filter(([name]) => !isList || !PAGINATION.includes(name))
    this.#members(Object.fromEntries(own), { declaration, scope }, '')
  }

  #object(value: Members, kind: string, path: string): void {
    const candidates = this.#find(kind).filter(({ declaration }) => {
      const deleted = memberOf(declaration, 'deleted')
      const mustBeDeleted = deleted !== undefined && deleted.questionToken === undefined
      return mustBeDeleted === (value['deleted'] === true)
    })
    if (candidates.length === 0 && this.#isLater(kind, 'object')) return
    if (candidates.length === 0) {
      this.#problems.push(`${path}object: no published type has the object ${kind}`)
      return
    }
    // Where several types have the same `object`, one of them must fit.
    const attempts = candidates.map((each) => this.#attempt(() => this.#members(value, each, path)))
    const best = attempts.reduce((one, other) => (other.length < one.length ? other : one))
    this.#problems.push(...best)
  }

  #attempt(check: () => void): readonly string[] {
    const start = this.#problems.length
    check()
    return this.#problems.splice(start)
  }

  #members(value: Members, { declaration, scope }: Found, path: string): void {
    // An interface without members stands for any object.
    if (declaration.members.length === 0) return
    const declared = new Map<string, ts.PropertySignature>()
    for (const each of declaration.members) {
      if (ts.isPropertySignature(each)) declared.set(nameOf(each), each)
      if (ts.isIndexSignatureDeclaration(each)) return
    }
    for (const name of Object.keys(value)) {
      if (declared.has(name) || this.#isLater(this.#kind, name)) continue
      if ([MEMBERS_OF_SUBTYPES, UNPUBLISHED].some((each) => each[this.#kind]?.includes(name) === true)) continue
      this.#problems.push(`${path}${name}: the published types have no such member`)
    }
    for (const [name, { type, questionToken }] of declared) {
      const inner = value[name]
      if (inner === undefined) {
        if (questionToken === undefined) this.#problems.push(`${path}${name}: is missing`)
      } else if (type !== undefined && !this.#fits(inner, type, scope, `${path}${name}`)) {
        // The vendor adds types of events to all versions too.
        if (this.#kind === 'event' && name === 'type' && this.#isLater('event', 'type')) continue
        const shown = JSON.stringify(inner)
        this.#problems.push(`${path}${name}: ${shown.slice(0, 60)} is not of the published type`)
      }
    }
  }

  /** Returns whether a value has a type. Differences inside an object are recorded as problems of their own. */
  #fits(value: unknown, type: ts.TypeNode, scope: Scope, path: string): boolean {
    if (ts.isParenthesizedTypeNode(type)) return this.#fits(value, type.type, scope, path)
    if (ts.isUnionTypeNode(type)) return this.#fitsUnion(value, type.types, scope, path)
    if (ts.isIntersectionTypeNode(type)) return true // `string & {}`
    if (ts.isLiteralTypeNode(type)) {
      const { literal } = type
      if (literal.kind === ts.SyntaxKind.NullKeyword) return value === null
      if (ts.isStringLiteral(literal)) return value === literal.text
      if (ts.isNumericLiteral(literal)) return value === Number(literal.text)
      return value === (literal.kind === ts.SyntaxKind.TrueKeyword)
    }
    if (ts.isArrayTypeNode(type)) return this.#fitsArray(value, type.elementType, scope, path)
    if (ts.isTypeReferenceNode(type)) return this.#fitsReference(value, type, scope, path)
    if (ts.isTypeLiteralNode(type)) return isHash(value)
    switch (type.kind) {
      case ts.SyntaxKind.StringKeyword:
        return typeof value === 'string'
      case ts.SyntaxKind.NumberKeyword:
        return typeof value === 'number'
      case ts.SyntaxKind.BooleanKeyword:
        return typeof value === 'boolean'
      case ts.SyntaxKind.VoidKeyword:
      case ts.SyntaxKind.NeverKeyword:
        return false
      default:
        return true
    }
  }

  #fitsUnion(value: unknown, types: readonly ts.TypeNode[], scope: Scope, path: string): boolean {
    let closest: readonly string[] | undefined
    for (const type of types) {
      let fits = false
      const problems = this.#attempt(() => {
        fits = this.#fits(value, type, scope, path)
      })
      if (fits && problems.length === 0) return true
      if (fits && (closest === undefined || problems.length < closest.length)) closest = problems
    }
    this.#problems.push(...(closest ?? []))
    return closest !== undefined
  }

  #fitsArray(value: unknown, element: ts.TypeNode, scope: Scope, path: string): boolean {
    if (!Array.isArray(value)) return false
    return value.every((each: unknown, index) => this.#fits(each, element, scope, `${path}[${index}]`))
  }

  #fitsReference(value: unknown, type: ts.TypeReferenceNode, scope: Scope, path: string): boolean {
    const name = type.typeName.getText === undefined ? '' : textOf(type.typeName)
    const [argument] = type.typeArguments ?? []
    if (name === 'Array' && argument !== undefined) return this.#fitsArray(value, argument, scope, path)
    if (/(?:^|\.)Emptyable$/.test(name) && argument !== undefined) {
      return value === '' || this.#fits(value, argument, scope, path)
    }
    if (name === 'ApiList') {
      if (!isHash(value) || value['object'] !== 'list') return false
      this.any(value, `${path}.`)
      return true
    }
    if (/(?:^|\.)(?:Decimal|OtherString)$/.test(name)) return typeof value === 'string'
    if (/(?:^|\.)Metadata$/.test(name))
      return isHash(value) && Object.values(value).every((each) => typeof each === 'string')
    const alias = resolve(scope, name, ({ aliases }, last) => aliases.get(last))
    if (alias !== undefined) return this.#fits(value, alias.found, alias.scope, path)
    if (!isHash(value)) return false
    if (typeof value['object'] === 'string') {
      this.any(value, `${path}.`)
      return true
    }
    const own = resolve(scope, name, ({ interfaces }, last) => interfaces.get(last))
    const shared = own === undefined ? this.#inShared(name) : undefined
    const declaration = own === undefined ? shared : { declaration: own.found, scope: own.scope }
    // A type of another file without a member `object`, such as an error's: its members are not checked.
    if (declaration !== undefined) this.#members(value, declaration, `${path}.`)
    return true
  }

  #inShared(name: string): Found | undefined {
    const last = name.split('.').at(-1) ?? ''
    for (const scope of this.#shared) {
      const declaration = scope.interfaces.get(last)
      if (declaration !== undefined) return { declaration, scope }
    }
    return undefined
  }
}

function textOf(name: ts.EntityName): string {
  return ts.isIdentifier(name) ? name.text : `${textOf(name.left)}.${name.right.text}`
}

/** Finds a name, or a path of names, from a scope outwards. */
function resolve<T>(
  from: Scope,
  name: string,
  pick: (scope: Scope, last: string) => T | undefined,
): { readonly found: T; readonly scope: Scope } | undefined {
  const path = name.replace(/^Stripe\./, '').split('.')
  const last = path.pop() ?? ''
  for (let scope: Scope | null = from; scope !== null; scope = scope.parent) {
    let inner: Scope | undefined = scope
    for (const each of path) inner = inner?.namespaces.get(each)
    const found = inner === undefined ? undefined : pick(inner, last)
    if (found !== undefined && inner !== undefined) return { found, scope: inner }
  }
  return undefined
}
