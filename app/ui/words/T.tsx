import { createElement, Fragment, type ReactNode } from 'react'

import { piecesOf } from '#shared/words/piecesOf.ts'
import { formFor, type Later, type Names, numberText, say, type Tags } from '#shared/words/words.ts'

type Value = ReactNode | ((text: ReactNode) => ReactNode)
type Holes<Text extends string> = Readonly<
  Record<Names<Text>, ReactNode> & Record<Tags<Text>, (text: ReactNode) => ReactNode>
>
type Plural<Text extends string> = { one: Text; count: number } | { one?: never }

/**
 * A sentence with markup, translated whole: `<T text="Read the <terms>terms</terms>."
 * terms={(text) => <a href="/terms">{text}</a>} />`. With `one` and `count` it has a plural.
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
    return [before, typeof value === 'function' ? value(woven(inner ?? '', values)) : shown(value)]
  })
  return createElement(Fragment, null, ...parts, rest)
}

const shown = (value: ReactNode) => (typeof value === 'number' ? numberText(value) : value)
