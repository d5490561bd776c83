/** Somebody's words within a sentence of ours: in quotation marks, and of a long text its beginning. */
export function quoted(text: string): string {
  return `“${text.length > 40 ? `${text.slice(0, 39)}…` : text}”`
}
