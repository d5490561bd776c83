/** Translated sentences with markup. */
import { piecesOf } from '#shared/words/piecesOf.ts'
import { type Names, numberText, type Tags, worded } from '#shared/words/words.ts'
import { html, type Html, type Part } from './html.ts'

type Value = Part | ((text: Html) => Html)

/**
 * The app's `T` for Html: said('Read the <terms>terms</terms>.', { terms: (text) =>
 * html`<a>${text}</a>` })
 * @param values of placeholders, and renderers of tags
 */
export const said = <const Text extends string>(
  text: Text,
  values: Readonly<Record<Names<Text>, Part> & Record<Tags<Text>, (text: Html) => Html>>,
): Html => woven(worded(text), values)

function woven(text: string, values: Readonly<Record<string, Value>>): Html {
  const { pieces, rest } = piecesOf(text)
  const parts = pieces.flatMap(({ before, name, inner }): Part[] => {
    const value = values[name] ?? null
    return [before, typeof value === 'function' ? value(woven(inner ?? '', values)) : shown(value)]
  })
  return html`${[...parts, rest]}`
}

const shown = (value: Part): Part => (typeof value === 'number' ? numberText(value) : value)
