import { createElement, Fragment, type ReactNode } from 'react'

import { piecesOf } from '#shared/words/piecesOf.ts'
import { formFor, type Later, type Names, numberText, say, type Tags } from '#shared/words/words.ts'

type Value = ReactNode | ((text: ReactNode) => ReactNode)
/** Elements that a sentence may name without saying more of them. */
type Plain = 'b' | 'kbd' | 'span'
type Element = (text: ReactNode) => ReactNode
type Holes<Text extends string> = Readonly<
  Record<Names<Text>, ReactNode> &
    Record<Exclude<Tags<Text>, Plain>, Element> &
    Partial<Record<Plain, Element>>
>
type Plural<Text extends string> = { one: Text; count: number } | { one?: never }

/**
 * A sentence with markup, translated whole: `<T text="Read the <terms>terms</terms>."
 * terms={(text) => <a href="/terms">{text}</a>} />`. `<b>`, `<kbd>` and `<span>` are those elements
 * where nothing is said. With `one` and `count` it has a plural.
 */
export function T<const Text extends string>({
  text,
  one,
  ...values
}: { text: Text } & Plural<Text> & Holes<Text>): ReactNode {
  const given: Readonly<Record<string, Value>> = values
  const whole =
    one === undefined
      ? say(text as string as unknown as Later)
      : formFor(Number(given['count']), one, text)
  return woven(whole, given)
}

function woven(text: string, values: Readonly<Record<string, Value>>): ReactNode {
  const { pieces, rest } = piecesOf(text)
  const parts = pieces.flatMap(({ before, name, inner }) => {
    const value = values[name]
    if (inner === null) return [before, shown(value as ReactNode)]
    const within = woven(inner, values)
    return [before, typeof value === 'function' ? value(within) : createElement(name, null, within)]
  })
  return createElement(Fragment, null, ...parts, rest)
}

const shown = (value: ReactNode) => (typeof value === 'number' ? numberText(value) : value)
