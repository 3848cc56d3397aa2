import { bare, literalOf, nameOf, type Call, type Node, type ObjectExpression, type Syntax } from './syntax.ts'

/** Where a name comes from: a package, and the name that it has there. `*` is the package as a whole. */
export interface Origin {
  readonly package: string
  readonly name: string
  /** The options that are set for every object: those of `Octokit.defaults({ … })`. */
  readonly defaults: readonly ObjectExpression[]
}

/** The packages that a file imports or requires, and the objects that it names. */
export class Origins {
  readonly #names = new Map<string, Origin>()
  readonly #objects = new Map<string, ObjectExpression>()
  /** The names of all packages that the file imports. */
  readonly packages: ReadonlySet<string>

  constructor({ nodes }: Syntax) {
    const packages = new Set<string>()
    for (const { node } of nodes) {
      const from = this.#declare(node)
      if (from !== null) packages.add(from)
      const required = requiredBy(node)
      if (required !== null) packages.add(required)
    }
    this.packages = packages
  }

  /** Returns where an expression comes from; null when it is not known. */
  of(expression: Node | null | undefined): Origin | null {
    const node = bare(expression)
    if (node === null) return null
    if (node.type === 'Identifier') return this.#names.get(node.name) ?? null
    const required = requiredBy(node)
    if (required !== null) return { package: required, name: '*', defaults: [] }
    if (node.type === 'MemberExpression') {
      const whole = this.of(node.object)
      const name = nameOf(node)
      return whole === null || name === null ? null : member(whole, name)
    }
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return null
    // A class that is made of another: Octokit.plugin(retry), Octokit.defaults({ … }).
    const method = nameOf(node.callee)
    const made = method === 'plugin' || method === 'defaults' ? this.of(node.callee.object) : null
    return made === null ? null : { ...made, defaults: [...made.defaults, ...this.objectsOf(node)] }
  }

  /** Returns the objects among the arguments of a call: written there, or in a constant of the file. */
  objectsOf(call: Call): ObjectExpression[] {
    return call.arguments.flatMap((each) => {
      const node = bare(each)
      if (node?.type === 'ObjectExpression') return [node]
      const named = node?.type === 'Identifier' ? this.#objects.get(node.name) : undefined
      return named === undefined ? [] : [named]
    })
  }

  /** Adds what a node declares; returns the package that it imports. */
  #declare(node: Node): string | null {
    switch (node.type) {
      case 'ImportDeclaration': {
        for (const each of node.specifiers) {
          const name =
            each.type === 'ImportDefaultSpecifier'
              ? 'default'
              : each.type === 'ImportNamespaceSpecifier'
                ? '*'
                : each.imported.type === 'Identifier'
                  ? each.imported.name
                  : each.imported.value
          this.#names.set(each.local.name, { package: node.source.value, name, defaults: [] })
        }
        return node.source.value
      }
      case 'TSImportEqualsDeclaration': {
        if (node.moduleReference.type !== 'TSExternalModuleReference') return null
        const from = node.moduleReference.expression.value
        this.#names.set(node.id.name, { package: from, name: '*', defaults: [] })
        return from
      }
      case 'VariableDeclarator':
        this.#declareVariable(node.id, bare(node.init))
        return null
      default:
        return null
    }
  }

  #declareVariable(id: Node, value: Node | null): void {
    if (value === null) return
    if (id.type === 'Identifier' && value.type === 'ObjectExpression') this.#objects.set(id.name, value)
    const origin = this.of(value)
    if (origin === null) return
    if (id.type === 'Identifier') this.#names.set(id.name, origin)
    if (id.type !== 'ObjectPattern') return
    for (const each of id.properties) {
      const name = nameOf(each)
      if (name === null || each.type !== 'ObjectProperty' || each.value.type !== 'Identifier') continue
      this.#names.set(each.value.name, member(origin, name))
    }
  }
}

/** Returns the origin of a member of what comes from a package. */
function member(whole: Origin, name: string): Origin {
  // `import AWS from 'aws-sdk'` has its members as `import * as AWS` does.
  const isWhole = whole.name === '*' || whole.name === 'default'
  return { ...whole, name: isWhole ? name : `${whole.name}.${name}` }
}

/** Returns the package of `require('…')` and `import('…')`. */
function requiredBy(node: Node): string | null {
  if (node.type === 'ImportExpression') return literalOf(node.source)
  if (node.type !== 'CallExpression') return null
  const { callee } = node
  const requires = callee.type === 'Import' || (callee.type === 'Identifier' && callee.name === 'require')
  return requires ? literalOf(node.arguments[0]) : null
}
