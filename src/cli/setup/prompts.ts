/** The questions of the wizard. Each resolves to null when the user has cancelled. */
export interface Prompts {
  /** Asks which of some values; `chosen` are those at first. */
  several(message: string, options: readonly Option[], chosen: readonly string[]): Promise<readonly string[] | null>
  /** Asks for one of some values. */
  one(message: string, options: readonly Option[]): Promise<string | null>
  confirm(message: string): Promise<boolean | null>
}

interface Option {
  readonly value: string
  readonly label: string
}

/** Returns the questions in a terminal. https://www.npmjs.com/package/@clack/prompts */
export async function terminalPrompts(): Promise<Prompts> {
  const { confirm, isCancel, multiselect, select } = await import('@clack/prompts')
  const answer = <T>(value: T): Exclude<T, symbol> | null => (isCancel(value) ? null : (value as Exclude<T, symbol>)) // the only symbol is that of a cancelled question
  return {
    several: async (message, options, chosen) =>
      answer(await multiselect({ message, options: [...options], initialValues: [...chosen], required: true })),
    one: async (message, options) => answer(await select({ message, options: [...options] })),
    confirm: async (message) => answer(await confirm({ message })),
  }
}
