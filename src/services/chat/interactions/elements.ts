import { isObject } from '#chat/rules/block-kit/check.ts'
import type { Block } from '#chat/schema/messages.ts'

/** An object of Block Kit. */
export type Members = Readonly<Record<string, unknown>>

/** An interactive element, in its block. */
export interface LocatedElement {
  readonly block: Members
  readonly blockId: string
  readonly actionId: string
  readonly element: Members
  readonly type: string
}

/** Returns the interactive elements of blocks, in order. */
export function elementsIn(blocks: readonly unknown[]): readonly LocatedElement[] {
  return blocks.filter(isObject).flatMap((block) => {
    const inner = [block['elements'], block['child_blocks']].flatMap((list): readonly unknown[] =>
      Array.isArray(list) ? list : [],
    )
    const actions: readonly unknown[] = Array.isArray(block['actions']) ? block['actions'] : []
    const own = [...inner, ...actions, block['accessory'], block['element']].flatMap((each) => locate(block, each))
    // Blocks within a block: those of a container, and the cards of a carousel.
    const nested = inner.filter((each) => isObject(each) && each['block_id'] !== undefined)
    return [...own, ...elementsIn(nested)]
  })
}

function locate(block: Members, element: unknown): readonly LocatedElement[] {
  if (!isObject(element)) return []
  const { action_id: actionId, type } = element
  if (typeof actionId !== 'string' || typeof type !== 'string') return []
  return [{ block, blockId: String(block['block_id']), actionId, element, type }]
}

/** Returns the blocks of a message, with those of its attachments. */
export function blocksOfMessage(message: {
  readonly blocks: readonly Block[] | null
  readonly attachments: readonly Members[] | null
}): readonly unknown[] {
  const attached = (message.attachments ?? []).flatMap(({ blocks }): readonly unknown[] =>
    Array.isArray(blocks) ? blocks : [],
  )
  return [...(message.blocks ?? []), ...attached]
}

/** Returns the text of a text object; empty for anything else. */
export function textOf(value: unknown): string {
  return isObject(value) && typeof value['text'] === 'string' ? value['text'] : ''
}

/** Returns the options of a menu, radio buttons or checkboxes, those of its groups too. */
export function optionsOf({ options, option_groups: groups }: Members): readonly Members[] {
  const grouped = Array.isArray(groups) ? groups.filter(isObject).flatMap((group) => optionsOf(group)) : []
  return [...(Array.isArray(options) ? options.filter(isObject) : []), ...grouped]
}

/**
 * Returns the words by which a person finds an element: its text, its label, its placeholder, the texts of its options.
 */
function wordsFor({ element, block }: LocatedElement): readonly string[] {
  const { positive_button: positive, negative_button: negative } = element
  const both = [positive, negative].map((each) => textOf(isObject(each) ? each['text'] : undefined))
  return [
    textOf(element['text']),
    textOf(block['label']),
    textOf(element['placeholder']),
    ...both,
    ...optionsOf(element).map((option) => textOf(option['text'])),
  ].filter((words) => words !== '')
}

/** Returns the name of an element for an error text: `button approve "Approve"`. */
export function describeElement(located: LocatedElement): string {
  const [words] = wordsFor(located)
  return `${located.type} ${located.actionId}${words === undefined ? '' : ` ${JSON.stringify(words)}`}`
}

/**
 * Returns the element with an `action_id`, also with its block (`block_id/action_id`), or else the one with these
 * words.
 *
 * @throws Error when none fits, or several; the message lists them.
 */
export function findElement(blocks: readonly unknown[], name: string): LocatedElement {
  const all = elementsIn(blocks)
  const byId = all.filter(({ actionId, blockId }) => actionId === name || `${blockId}/${actionId}` === name)
  const found = byId.length > 0 ? byId : all.filter((each) => wordsFor(each).includes(name))
  const [first] = found
  if (first !== undefined && found.length === 1) return first
  if (first !== undefined) {
    throw new Error(`${JSON.stringify(name)} matches several elements: ${found.map(describeElement).join(', ')}`)
  }
  const listed = all.map(describeElement).join(', ')
  throw new Error(`no element is called ${JSON.stringify(name)}; there are ${listed === '' ? 'none' : listed}`)
}
