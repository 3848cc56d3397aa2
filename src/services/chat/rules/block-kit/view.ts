import { refine, boolean, isObject, mistake, object, oneOf, schema, text, typed } from './check.ts'
import { blocksOf, messagesOf } from './blocks.ts'
import { plainText } from './composition.ts'

// Views. https://docs.slack.dev/reference/views

const type = oneOf('modal', 'home')
const shared = { private_metadata: text(3000), callback_id: text(255), external_id: text(255) }

const modal = refine(
  object(
    { type, title: plainText(24), blocks: blocksOf('modal') },
    {
      ...shared,
      submit: plainText(24),
      close: plainText(24),
      clear_on_close: boolean,
      notify_on_close: boolean,
      submit_disabled: boolean,
    },
  ),
  (value, pointer) => {
    if (!isObject(value) || value['submit'] !== undefined || !Array.isArray(value['blocks'])) return []
    return value['blocks'].flatMap((block: unknown, index) => {
      if (!isObject(block) || block['type'] !== 'input') return []
      return [mistake('must define `submit` to use an `input` block in modals', `${pointer}/blocks/${index}/input`)]
    })
  },
)

const home = object({ type, blocks: blocksOf('home') }, shared)

/**
 * Returns the vendor's messages about a view: `[ERROR] must be less than 25 characters
 * [json-pointer:/view/title/text]`. None for a valid view. A view that contains inputs needs a `submit`.
 */
export function validateView(view: unknown, kind: 'modal' | 'home', pointer = '/view'): readonly string[] {
  return messagesOf(schema(typed(kind === 'modal' ? { modal } : { home }))(view, pointer))
}
