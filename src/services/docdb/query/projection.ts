import { compileExpression } from '#docdb/expression/compile.ts'
import type { Evaluate } from '#docdb/expression/evaluate.ts'
import { isTruthy } from '#docdb/expression/truth.ts'
import { CommandError } from '#docdb/errors/command-error.ts'
import { show } from '#docdb/values/show.ts'
import {
  fieldOf,
  isDocument,
  isNumber,
  setField,
  toNumber,
  typeOf,
  type Document,
  type Value,
} from '#docdb/values/value.ts'
import { elementPredicate } from './compile.ts'
import { checkedFieldPath } from './path.ts'
import { compilePosition } from './position.ts'
import type { Environment, Variables } from './predicate.ts'

/** Returns the part of a document that a projection shows. */
export type Projection = (document: Document, variables: Variables) => Document

/** A leaf of a projection: shown, left out, calculated, or an array of which a part is shown. */
type Leaf =
  | { readonly kind: 'include' }
  | { readonly kind: 'exclude' }
  | { readonly kind: 'compute'; readonly evaluate: Evaluate }
  | {
      readonly kind: 'array'
      readonly by: '$' | '$elemMatch' | '$slice'
      readonly cut: (array: Value[], root: Document) => Value[] | undefined
    }

interface Tree {
  readonly fields: Map<string, Tree | Leaf>
}

/** The command or stage that a projection is for. */
export type ProjectionUse = 'find' | '$project' | '$addFields'

/** The input of a projection beside the document. */
interface ProjectionContext {
  readonly use: ProjectionUse
  readonly environment: Environment
  /** The filter of the find, for the positional operator. */
  readonly filter: Document
}

function isElemMatch(leaf: Leaf): boolean {
  return leaf.kind === 'array' && leaf.by === '$elemMatch'
}

function isLeaf(node: Tree | Leaf): node is Leaf {
  return 'kind' in node
}

/**
 * Compiles a projection. https://www.mongodb.com/docs/manual/reference/operator/projection/
 *
 * @throws CommandError for one that shows and leaves out fields at once, and for paths that collide.
 */
export function compileProjection(
  spec: Document,
  use: ProjectionUse,
  environment: Environment,
  filter: Document = {},
): Projection {
  const tree: Tree = { fields: new Map() }
  const context = { use, environment, filter }
  const mode: Mode = { inclusion: use === '$addFields' ? 'add' : undefined }
  let id: Leaf | undefined
  for (const [name, fieldSpec] of Object.entries(spec)) {
    if (
      name === '_id' &&
      use !== '$addFields' &&
      !isDocument(fieldSpec) &&
      typeof fieldSpec !== 'string' &&
      fieldSpec !== null &&
      !Array.isArray(fieldSpec)
    ) {
      id = { kind: isTruthy(fieldSpec) ? 'include' : 'exclude' }
    } else add(tree, name.split('.'), name, fieldSpec, context, mode)
  }
  if (mode.inclusion === 'add') return (document, variables) => withFields(tree, document, document, variables)
  if (mode.inclusion === undefined) {
    // Only `_id`, arrays of which a part is shown, or calculated fields.
    const isInclusion =
      id?.kind === 'include' ||
      (id === undefined && hasKind(tree, 'compute') && use === '$project') ||
      [...tree.fields.values()].some((node) => isLeaf(node) && isElemMatch(node))
    mode.inclusion = isInclusion ? 'include' : 'exclude'
    if (use === 'find' && hasKind(tree, 'compute') && id === undefined) mode.inclusion = 'exclude'
  }
  if (mode.inclusion === 'include') {
    if (id?.kind !== 'exclude' && !tree.fields.has('_id')) tree.fields.set('_id', { kind: 'include' })
    return (document, variables) => included(tree, document, document, variables)
  }
  if (id?.kind === 'exclude') tree.fields.set('_id', id)
  return (document, variables) => excluded(tree, document, document, variables)
}

interface Mode {
  inclusion: 'include' | 'exclude' | 'add' | undefined
  /** The operators of arrays that the projection has so far, of which only one kind may be there. */
  arrays?: ReadonlySet<'$' | '$elemMatch'>
}

function hasKind(tree: Tree, kind: Leaf['kind']): boolean {
  return [...tree.fields.values()].some((node) => (isLeaf(node) ? node.kind === kind : hasKind(node, kind)))
}

function add(
  tree: Tree,
  path: readonly string[],
  name: string,
  fieldSpec: Value,
  context: ProjectionContext,
  mode: Mode,
): void {
  if (path.includes('$') && context.use !== '$addFields') {
    checkPositionalValue(fieldSpec)
    addPositional(tree, path, name, context, mode)
    return
  }
  checkedFieldPath(name)
  if (isDocument(fieldSpec) && context.use !== '$addFields' && !isOperator(fieldSpec)) {
    if (Object.keys(fieldSpec).length === 0)
      throw new CommandError(51270, 'An empty sub-projection is not a valid value. Found empty object at path')
    for (const [inner, each] of Object.entries(fieldSpec))
      add(tree, [...path, ...inner.split('.')], `${name}.${inner}`, each, context, mode)
    return
  }
  if (
    isDocument(fieldSpec) &&
    context.use === '$addFields' &&
    !isOperator(fieldSpec) &&
    Object.keys(fieldSpec).length > 0
  ) {
    checkNested(fieldSpec)
    for (const [inner, each] of Object.entries(fieldSpec))
      add(tree, [...path, inner], `${name}.${inner}`, each, context, mode)
    return
  }
  place(tree, path, name, leafOf(name, fieldSpec, context, mode))
}

/** Refuses a document of new fields with dotted names. */
function checkNested(fields: Document): void {
  const dotted = Object.keys(fields).find((name) => name.includes('.'))
  if (dotted !== undefined)
    throw new CommandError(40183, `cannot use dotted field name '${dotted}' in a sub object: ${show(fields)}`)
}

/** Refuses another value for an element than that it is shown. */
function checkPositionalValue(fieldSpec: Value): void {
  if (isDocument(fieldSpec))
    throw new CommandError(31271, 'positional projection cannot be used with an expression or sub object')
  if (!isNumber(fieldSpec) && typeof fieldSpec !== 'boolean')
    throw new CommandError(31308, 'positional projection cannot be used with a literal')
}

/** Adds an array of which the element is shown that the filter has matched. */
function addPositional(
  tree: Tree,
  path: readonly string[],
  name: string,
  context: ProjectionContext,
  mode: Mode,
): void {
  if (context.use !== 'find')
    throw new CommandError(31324, 'Cannot use positional projection in aggregation projection')
  const at = path.indexOf('$')
  if (at === 0)
    throw new CommandError(
      16410,
      "FieldPath field names may not start with '$'. Consider using $getField or $setField.",
    )
  if (at < path.length - 1)
    throw new CommandError(
      31394,
      "As of 4.4, it's illegal to specify positional operator in the middle of a path.Positional projection may only be used at the end, for example: a.b.$. If the query previously used a form like a.b.$.d, remove the parts following the '$' and the results will be equivalent.",
    )
  if (mode.arrays?.has('$') === true)
    throw new CommandError(31276, 'Cannot specify more than one positional projection per query.')
  if (mode.arrays?.has('$elemMatch') === true)
    throw new CommandError(31256, 'Cannot specify positional operator and $elemMatch.')
  mode.arrays = new Set(mode.arrays).add('$')
  setMode(mode, 'include', name)
  const matched = compilePosition(context.filter, context.environment)
  const cut = (array: Value[], root: Document): Value[] => positional(array, matched(root))
  place(tree, path.slice(0, -1), name, { kind: 'array', by: '$', cut })
}

function positional(array: Value[], at: number): Value[] {
  const problem =
    at < 0
      ? ([51246, "positional operator '.$' couldn't find a matching element in the array"] as const)
      : at >= array.length
        ? ([51247, "positional operator '.$' element mismatch"] as const)
        : null
  if (problem === null) return array.slice(at, at + 1)
  throw new CommandError(problem[0], `Executor error during find command :: caused by :: ${problem[1]}`)
}

function isOperator(fieldSpec: Document): boolean {
  return Object.keys(fieldSpec)[0]?.startsWith('$') === true
}

function leafOf(name: string, fieldSpec: Value, context: ProjectionContext, mode: Mode): Leaf {
  const { use, environment } = context
  if (use !== '$addFields' && (isNumber(fieldSpec) || typeof fieldSpec === 'boolean')) {
    const kind = isTruthy(fieldSpec) ? 'include' : 'exclude'
    setMode(mode, kind, name)
    return { kind }
  }
  if (use === 'find' && isDocument(fieldSpec)) {
    if ('$elemMatch' in fieldSpec) return elemMatchLeaf(name, fieldSpec, environment, mode)
    const slice = fieldSpec['$slice']
    if (
      slice !== undefined &&
      (isNumber(slice) || (Array.isArray(slice) && slice.length === 2 && slice.every(isNumber)))
    ) {
      return { kind: 'array', by: '$slice', cut: slicing(slice) }
    }
  }
  if (use === '$project' || (use === 'find' && mode.inclusion === undefined && !isMeta(fieldSpec)))
    setMode(mode, 'include', name)
  if (mode.inclusion === 'exclude' && !isMeta(fieldSpec)) {
    throw new CommandError(31252, `Cannot use expression other than $meta in exclusion projection`)
  }
  return { kind: 'compute', evaluate: compileExpression(fieldSpec, environment) }
}

/** Shows the first element that matches; by itself it neither includes nor excludes the other fields. */
function elemMatchLeaf(name: string, fieldSpec: Document, environment: Environment, mode: Mode): Leaf {
  const operand = fieldSpec['$elemMatch']
  if (mode.arrays?.has('$') === true)
    throw new CommandError(31255, 'Cannot specify positional operator and $elemMatch.')
  if (!isDocument(operand))
    throw new CommandError(31274, `elemMatch: Invalid argument, object required, but got ${typeOf(operand)}`)
  if (name.includes('.')) throw new CommandError(31275, 'Cannot use $elemMatch projection on a nested field.')
  mode.arrays = new Set(mode.arrays).add('$elemMatch')
  const test = elementPredicate(operand, environment)
  const cut = (array: Value[]): Value[] | undefined => {
    const found = array.find(test)
    return found === undefined ? undefined : [found]
  }
  return { kind: 'array', by: '$elemMatch', cut }
}

function isMeta(fieldSpec: Value): boolean {
  return isDocument(fieldSpec) && '$meta' in fieldSpec
}

function setMode(mode: Mode, kind: 'include' | 'exclude', name: string): void {
  if (mode.inclusion === undefined || mode.inclusion === kind) mode.inclusion = kind
  else if (kind === 'exclude')
    throw new CommandError(31254, `Cannot do exclusion on field ${name} in inclusion projection`)
  else throw new CommandError(31253, `Cannot do inclusion on field ${name} in exclusion projection`)
}

function place(tree: Tree, path: readonly string[], name: string, leaf: Leaf): void {
  let node = tree
  for (const [at, part] of path.entries()) {
    const next = node.fields.get(part)
    if (at === path.length - 1) {
      if (next !== undefined) throw new CommandError(31250, `Path collision at ${name}`)
      node.fields.set(part, leaf)
      return
    }
    if (next !== undefined && isLeaf(next)) {
      throw new CommandError(31249, `Path collision at ${name} remaining portion ${path.slice(at + 1).join('.')}`)
    }
    const below: Tree = next ?? { fields: new Map() }
    node.fields.set(part, below)
    node = below
  }
}

function slicing(spec: Value): (array: Value[]) => Value[] {
  const [from = 0, second] = (Array.isArray(spec) ? spec : [spec]).map((each) =>
    isNumber(each) ? Math.trunc(toNumber(each)) || 0 : 0,
  )
  if (second === undefined) return (array) => (from >= 0 ? array.slice(0, from) : array.slice(from))
  if (second <= 0) throw new CommandError(28724, `First argument to $slice must be an array, but is of type: int`)
  return (array) => {
    const start = from < 0 ? Math.max(0, array.length + from) : from
    return array.slice(start, start + second)
  }
}

function computed(tree: Tree, made: Document, root: Document, variables: Variables): void {
  for (const [name, node] of tree.fields) {
    if (isLeaf(node)) {
      if (node.kind !== 'compute') continue
      const value = node.evaluate(root, variables)
      if (value !== undefined) setField(made, name, value)
      else if (Object.hasOwn(made, name)) delete made[name]
    } else if (!Object.hasOwn(made, name) && hasKind(node, 'compute')) {
      const inner: Document = {}
      computed(node, inner, root, variables)
      setField(made, name, inner)
    }
  }
}

function included(tree: Tree, document: Document, root: Document, variables: Variables): Document {
  const made: Document = {}
  for (const name of Object.keys(document)) {
    const node = tree.fields.get(name)
    if (node === undefined) continue
    const value = document[name] as Value // its own field
    if (!isLeaf(node)) {
      const madeOfOthers = hasKind(node, 'compute') ? () => included(node, {}, root, variables) : undefined
      const shown = through(value, (each) => included(node, each, root, variables), false, madeOfOthers)
      if (shown !== undefined) setField(made, name, shown)
    } else if (node.kind === 'include') setField(made, name, value)
    else if (node.kind === 'array' && node.by !== '$elemMatch') {
      const cut = Array.isArray(value) ? node.cut(value, root) : value
      if (cut !== undefined) setField(made, name, cut)
    }
  }
  // The server calculates these, so that they come after the fields that the document has.
  for (const [name, node] of tree.fields) {
    const value = isLeaf(node) && isElemMatch(node) ? fieldOf(document, name) : undefined
    const cut = Array.isArray(value) && isLeaf(node) && node.kind === 'array' ? node.cut(value, root) : undefined
    if (cut !== undefined) setField(made, name, cut)
  }
  computed(tree, made, root, variables)
  return made
}

function excluded(tree: Tree, document: Document, root: Document, variables: Variables): Document {
  const made: Document = {}
  for (const name of Object.keys(document)) {
    const node = tree.fields.get(name)
    const value = document[name] as Value // its own field
    if (node === undefined) setField(made, name, value)
    else if (!isLeaf(node)) {
      setField(made, name, through(value, (each) => excluded(node, each, root, variables), true) ?? value)
    } else if (node.kind === 'array') {
      const cut = Array.isArray(value) ? node.cut(value, root) : isElemMatch(node) ? undefined : value
      if (cut !== undefined) setField(made, name, cut)
    } else if (node.kind !== 'exclude' && node.kind !== 'compute') setField(made, name, value)
  }
  computed(tree, made, root, variables)
  return made
}

/**
 * Applies a projection to a document, or to the documents of an array. Calculated fields make documents of the other
 * elements of an array too.
 */
function through(
  value: Value,
  apply: (document: Document) => Document,
  keepOthers: boolean,
  madeOfOthers?: () => Document,
): Value | undefined {
  if (isDocument(value)) return apply(value)
  if (Array.isArray(value)) {
    return value.flatMap((each) => {
      const shown = through(each, apply, keepOthers, madeOfOthers)
      const made = shown === undefined ? madeOfOthers?.() : shown
      return made === undefined ? [] : [made]
    })
  }
  return keepOthers ? value : undefined
}

/** Adds fields to a document; a path through an array leads to each of its documents. */
function withFields(tree: Tree, document: Document, root: Document, variables: Variables): Document {
  const made: Document = {}
  for (const name of Object.keys(document)) setField(made, name, document[name] as Value) // its own field
  for (const [name, node] of tree.fields) {
    if (isLeaf(node)) {
      const value = node.kind === 'compute' ? node.evaluate(root, variables) : undefined
      if (value === undefined) delete made[name]
      else setField(made, name, value)
      continue
    }
    const before = fieldOf(made, name)
    setField(made, name, below(node, before, root, variables))
  }
  return made
}

function below(node: Tree, before: Value | undefined, root: Document, variables: Variables): Value {
  if (Array.isArray(before)) return before.map((each) => below(node, each, root, variables))
  return withFields(node, isDocument(before) ? before : {}, root, variables)
}
