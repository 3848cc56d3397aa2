import type { ChatContext } from '#chat/call.ts'

const BASE36 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/**
 * Returns a new id in the vendor's form: a letter for the kind of the record, and ten letters and digits. `U` user, `B`
 * bot, `A` app, `T` workspace, `C` channel, `D` direct message, `F` file, `S` user group, `V` view, `Q` scheduled
 */
export function newId({ ids }: Pick<ChatContext, 'ids'>, prefix: string): string {
  return `${prefix}0${ids.from(BASE36, 9)}`
}
