import {
  GraphQLError,
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql'

/** The cost of a query by the vendor's rules. */
export interface Cost {
  /** The largest number of nodes that the query may return. */
  readonly nodes: number
  /** The points that it takes from the rate limit. */
  readonly points: number
}

/** The largest number of nodes. */
const MOST_NODES = 500_000

/**
 * Returns the cost of an operation.
 * https://docs.github.com/graphql/overview/rate-limits-and-node-limits-for-the-graphql-api
 */
export function costOf(
  fragments: Readonly<Record<string, FragmentDefinitionNode>>,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): Cost {
  let [nodes, requests] = [0, 0]
  const walk = ({ selections }: SelectionSetNode, multiplier: number): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) {
        const size = pageSize(selection, variables)
        if (size !== null) {
          requests += multiplier
          nodes += multiplier * size
        }
        if (selection.selectionSet !== undefined) walk(selection.selectionSet, multiplier * (size ?? 1))
      } else if (selection.kind === Kind.INLINE_FRAGMENT) walk(selection.selectionSet, multiplier)
      else {
        const fragment = fragments[selection.name.value]
        if (fragment !== undefined) walk(fragment.selectionSet, multiplier)
      }
    }
  }
  walk(operation.selectionSet, 1)
  return { nodes, points: Math.max(1, Math.round(requests / 100)) }
}

/** @throws the vendor's error for a query that may return too many nodes. */
export function checkNodes({ nodes }: Cost): void {
  if (nodes <= MOST_NODES) return
  const [asked, most] = [nodes, MOST_NODES].map((count) => count.toLocaleString('en-US'))
  throw new GraphQLError(
    `This query requests up to ${asked} possible nodes which exceeds the maximum limit of ${most}.`,
    { extensions: { type: 'MAX_NODE_LIMIT_EXCEEDED' } },
  )
}

/** Returns the size of the page that a field asks for; null for a field that is no connection. */
function pageSize({ arguments: given = [] }: FieldNode, variables: Readonly<Record<string, unknown>>): number | null {
  for (const { name, value } of given) {
    if (name.value !== 'first' && name.value !== 'last') continue
    const size =
      value.kind === Kind.VARIABLE ? variables[value.name.value] : value.kind === Kind.INT ? value.value : null
    if (size !== null && size !== undefined) return Math.max(0, Number(size))
  }
  return null
}
