/** Writes a moment as the vendor does, in whole seconds: `2026-01-01T00:00:00Z`. */
export function momentJson(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}Z`
}
