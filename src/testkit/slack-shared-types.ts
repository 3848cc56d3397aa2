import { createRequire } from 'node:module'
import ts from 'typescript'
import { typeProblems } from './published-types.ts'

// The types of events and of Block Kit that `@slack/types` publishes.

/** A union of `@slack/types` that lists everything of a kind. */
export type SlackUnion =
  | 'SlackEvent'
  | 'AllMessageEvents'
  | 'KnownBlock'
  | 'ActionsBlockElement'
  | 'ContextBlockElement'
  | 'ContextActionsBlockElement'
  | 'InputBlockElement'
  | 'SectionBlockAccessory'
  | 'RichTextBlockElement'
  | 'RichTextElement'

// Members that the vendor's types of events lack, and members that they require of events that cannot have them.
const UNPUBLISHED: readonly RegExp[] = [
  // The type has `subtype: undefined` for a plain message.
  /\.subtype is missing$/,
  // Blocks are the application's own; the rules of Block Kit have tests of their own.
  /\.blocks\b/,
  // A channel of a sample of https://github.com/slackapi/java-slack-sdk has more than the type.
  /^\.channel\.(?:unlinked|pending_shared|updated|shared_team_ids|pending_connected_team_ids|topic|purpose|previous_names) is not in the type$/,
]

/**
 * Returns where an event, without its envelope, differs from the type that `@slack/types` publishes for it: members
 * that the type does not know, that it requires and the event lacks, and values of another type.
 *
 * @throws for an event without a published type.
 */
export function slackEventProblems(event: Readonly<Record<string, unknown>>): string[] {
  const { checker, union } = sharedTypes()
  const name = String(event['type'])
  const types = membersOf(union('SlackEvent')).filter((each) => literalsOf(checker, each, 'type').includes(name))
  if (types.length === 0) throw new Error(`@slack/types publishes no type for the event ${name}`)
  const subtype = typeof event['subtype'] === 'string' ? event['subtype'] : undefined
  const fitting = types.filter((each) => {
    const subtypes = literalsOf(checker, each, 'subtype')
    return subtype === undefined ? subtypes.length === 0 : subtypes.includes(subtype)
  })
  const attempts = (fitting.length === 0 ? types : fitting).map((type) =>
    typeProblems(checker, type, event, { unknownMembers: 'problem', missingMembers: 'problem' }),
  )
  const [best = []] = attempts.toSorted((one, other) => one.length - other.length)
  return best.filter((problem) => !UNPUBLISHED.some((pattern) => pattern.test(problem)))
}

/** Returns the values that `type`, or another member, has in a union of `@slack/types`, in order. */
export function slackTypeNames(union: SlackUnion, member = 'type'): readonly string[] {
  const types = sharedTypes()
  const names = membersOf(types.union(union)).flatMap((each) => literalsOf(types.checker, each, member))
  return [...new Set(names)].toSorted()
}

let known: { readonly checker: ts.TypeChecker; readonly union: (name: SlackUnion) => ts.Type } | undefined

function sharedTypes(): NonNullable<typeof known> {
  if (known !== undefined) return known
  const index = createRequire(import.meta.url)
    .resolve('@slack/types')
    .replace(/\.js$/, '.d.ts')
  const program = ts.createProgram([index], {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    lib: ['lib.es2022.d.ts'],
    types: [],
  })
  const checker = program.getTypeChecker()
  const file = program.getSourceFile(index)
  const symbol = file && checker.getSymbolAtLocation(file)
  if (symbol === undefined) throw new Error(`${index} cannot be read`)
  const symbols = new Map(checker.getExportsOfModule(symbol).map((each) => [each.name, each]))
  const union = (name: SlackUnion): ts.Type => {
    const found = symbols.get(name)
    if (found === undefined) throw new Error(`@slack/types does not export ${name}`)
    const isAlias = (found.flags & ts.SymbolFlags.Alias) !== 0
    return checker.getDeclaredTypeOfSymbol(isAlias ? checker.getAliasedSymbol(found) : found)
  }
  known = { checker, union }
  return known
}

function membersOf(type: ts.Type): readonly ts.Type[] {
  return type.isUnion() ? type.types : [type]
}

function literalsOf(checker: ts.TypeChecker, type: ts.Type, name: string): readonly string[] {
  const property = checker.getPropertyOfType(type, name)
  if (property === undefined) return []
  return membersOf(checker.getTypeOfSymbol(property)).flatMap((each) => (each.isStringLiteral() ? [each.value] : []))
}
